/** The program's own folder, with package.json, `bin` and `content`: a checkout, or an installed package (its code is in `dist`). */
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

export const packageFolder = dirname(findPackageJSON(import.meta.url) ?? import.meta.dirname)

/** The content folder that comes with the program. What another content folder lacks of a language is taken from it. */
export const shippedContent = join(packageFolder, 'content')
