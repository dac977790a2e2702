/** Rules of verification, from a site's content and from its language's dictionary. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readLanguages } from '../../platform/languages/language-files.ts'
import { anyOf } from '../../platform/languages/patterns.ts'
import { writtenWords } from '../../platform/languages/words.ts'
import { loadDictionary } from '../../platform/models/dictionary.ts'
import { parseContent } from '../../platform/site/content-file.ts'
import { buildLanguageRules } from './verify/language-rules.ts'
import type { VerifyRules } from './verify/running-text.ts'
import type { NameRules } from './verify/values/find-names.ts'

const TopicNames = z.strictObject({
  translated: z.record(z.string(), z.array(z.string()).min(1)).default({}),
  generic: writtenWords.default([]),
  ambiguous: writtenWords.default([]),
  ordinary: writtenWords.default([]),
})
type TopicNames = z.infer<typeof TopicNames>

/** `tag` is the site's language, as `sv` or `en-GB`. Throws `bad_request` naming file and line. */
export async function loadVerifyRules(contentDir: string, tag: string, allowedNames: string[]): Promise<VerifyRules> {
  const languages = readLanguages(contentDir)
  const language = tag.toLowerCase().split('-')[0] ?? tag
  const siteLanguage = languages.find(language)
  const [topic, dictionary, detector] = await Promise.all([
    readTopicNames(contentDir),
    siteLanguage?.dictionary ? loadDictionary(siteLanguage.dictionary) : null,
    // Its tables take 90 MB, for which a site without a model has no use.
    import('../articles/rules/detect-language.ts').then(({ detectLanguage, isDetectable }) => ({
      detectLanguage,
      isDetectable,
    })),
  ])
  const all = (list: 'generic' | 'ambiguous' | 'ordinary') =>
    new Set([...(siteLanguage?.names[list] ?? []), ...topic[list]])
  const capitalNouns = siteLanguage?.dictionary?.capital_nouns !== undefined
  return {
    languages: buildLanguageRules(languages, language),
    detector,
    allowedNames,
    names: {
      dictionary,
      capitalNouns,
      translated: translatedNames(topic),
      generic: all('generic'),
      ambiguous: all('ambiguous'),
      ordinary: all('ordinary'),
    },
  }
}

/** The site's own `names.yaml`; empty where it has none. */
async function readTopicNames(contentDir: string): Promise<TopicNames> {
  const text = await readFile(join(contentDir, 'names.yaml'), 'utf8').catch(() => null)
  return text === null ? TopicNames.parse({}) : parseContent(text, 'names.yaml', TopicNames)
}

/** Longest first; case counts. */
const translatedNames = ({ translated }: TopicNames): NameRules['translated'] =>
  Object.entries(translated)
    .toSorted(([a], [b]) => b.length - a.length)
    .flatMap(([name, forms]) => {
      const [pattern, support] = [anyOf([`${name}(s)?`], 'gu'), anyOf(forms, 'u')]
      return pattern && support ? [{ pattern, support }] : []
    })
