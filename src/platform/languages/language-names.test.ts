import { expect, it } from 'vitest'
import { languageNames } from './language-names.ts'

it.each([
  ['de', 'tyska'],
  ['en-gb', 'brittisk engelska'],
  ['zh-yue', 'zh-yue'],
  ['en-gb-x-foo', 'en-gb-x-foo'],
  ['zz_zz!', 'zz_zz!'],
])('%s has a name, and is it where Intl refuses the tag', (tag, name) => expect(languageNames('sv').of(tag)).toBe(name))
