/** The site's texts by their keys: tests find elements by role and key, so that a new wording breaks none of them. */
import { projectContent } from './project-content.ts'

export const { t } = projectContent().messages

/** The text up to the first value that is not given. */
export const begin = (key: string, values: Record<string, string | number> = {}): string =>
  t(key, values).split(/\{\w+\}/)[0] ?? ''
