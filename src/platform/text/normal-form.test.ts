/** Every reader of words, with words that are written in other ways than they look. */
import { describe, expect, it, test } from 'vitest'
import { contentLexicon } from '../../../tests/support/content.ts'
import { parseMute } from '../../news/accounts/rules/profile.ts'
import { isMaterialChange } from '../../news/articles/rules/material-change.ts'
import { muting } from '../../news/editions/rules/edition.ts'
import { featuresOf } from '../../news/events/clustering/pair-features.ts'
import { copiesAmong } from '../../news/events/rules/copies.ts'
import { findNovelty } from '../../news/events/rules/novelty.ts'
import { scoreByGrams } from '../../news/search/rules/grams.ts'
import { parseQuery } from '../../news/search/rules/query.ts'
import { plainSearch } from '../../news/search/rules/search-content.ts'
import { anchorsOf } from '../../news/stories/rules/anchors.ts'
import { foldName as foldVerifiedName } from '../../news/texts/verify/values/name-forms.ts'
import { anyOf } from '../languages/patterns.ts'
import { gramsOf } from './grams.ts'
import { foldName, normalForm } from './normal-form.ts'
import { findPhrases, indexPhrases, parsePhrase, wordsOf } from './phrases.ts'
import { termsOf } from './terms.ts'
import { slugify } from './text.ts'

const FORMS: Record<string, [written: string, plain: string]> = {
  'two code points a letter': ['Växjö'.normalize('NFD'), 'Växjö'],
  'soft hyphens': ['Kommun\u00adfullmäktige\u00adledamoten', 'Kommunfullmäktigeledamoten'],
  'a soft hyphen before a mark': ['Va\u00ad\u0308xjo\u0308', 'Växjö'],
  'a ligature': ['\ufb01skare', 'fiskare'],
  'full-width letters': ['\uff2e\uff41\uff43\uff4b\uff41\uff12\uff16', 'Nacka26'],
  'a zero-width space': ['Skel\u200blefteå', 'Skellefteå'],
  'a joiner and a non-joiner': ['Bo\u200dll\u200cnäs', 'Bollnäs'],
  'marks of direction': ['\u200eLuleå\u200f', 'Luleå'],
  'a byte order mark': ['Kar\ufefflstad', 'Karlstad'],
  'a word joiner': ['Sunds\u2060vall', 'Sundsvall'],
  'the sign for ångström': ['\u212bngström', 'Ångström'],
  'a variation selector': ['Ystad\ufe0f', 'Ystad'],
  'a filler': ['Mal\u3164mö', 'Malmö'],
}

const lexicon = contentLexicon()
const now = new Date('2026-11-21T12:00:00Z')
const article = (title: string) => ({ title, text: `I ${title} bygger man.`, language: 'sv' })
const event = (text: string) => ({
  id: 1,
  text,
  publishedAt: now,
  reportedAt: now,
  firstAt: now,
  lastAt: now,
  sourceCount: 1,
  kinds: ['news'],
  tagIds: [],
  feedIds: [],
  storyId: null,
})
const mute = (word: string) => parseMute('word', word) ?? { kind: 'word' as const, key: '' }
const LONG = 'ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton'

/** Result of each for a word: the same for both ways of writing it. */
const SAME: Record<string, (word: string) => unknown> = {
  words: (word) => wordsOf(word).map(({ folded }) => folded),
  terms: (word) => termsOf(lexicon, word),
  grams: gramsOf,
  'clustering’s features': (word) => featuresOf(lexicon, article(word)),
  'anchors of a story': (word) =>
    anchorsOf(lexicon, [{ title: `Vi bor i ${word}`, lead: '', tags: [], language: 'sv' }]),
  'a slug': slugify,
  'a muted word': mute,
  'a reader’s question': (word) => parseQuery(word, plainSearch, now).text,
  'a name of a filter': foldName,
  'a name in a gate': foldVerifiedName,
  'a phrase of the languages': (word) => anyOf([word])?.source,
}

/** True when one finds the other. */
const FOUND: Record<string, (one: string, other: string) => boolean> = {
  'a phrase': (one, other) => findPhrases(indexPhrases([parsePhrase(one, true)]), `Vi bor i ${other}.`).length === 1,
  'a muted word': (one, other) => muting({ mutes: [mute(one)] })(event(`Vi bor i ${other}.`)),
  'a muted word that was stored before': (one, other) =>
    muting({ mutes: [{ kind: 'word', key: one.normalize('NFC').toLowerCase() }] })(event(`Vi bor i ${other}.`)),
  'a closer look': (one, other) =>
    (scoreByGrams(one, [{ id: 1, title: other, summary: '' }]).get(1) ?? 0) ===
    (scoreByGrams(one, [{ id: 1, title: one, summary: '' }]).get(1) ?? 0),
  'a copy': (one, other) => copiesAmong([`${one} ${LONG}`, `${other} ${LONG}`])[1] === 0,
  'what is known': (one, other) => findNovelty(`Vi bor i ${one} nu.`, 'sv', [`Där i ${other} bor vi.`]) === null,
  'the same text': (one, other) => !isMaterialChange(one, other),
}

describe.each(Object.entries(FORMS))('%s', (_name, [written, plain]) => {
  test.each(Object.entries(SAME))('are one word as %s', (_what, made) => expect(made(written)).toEqual(made(plain)))
  test.each(Object.entries(FOUND))('are found as %s', (_what, finds) => {
    expect([finds(written, plain), finds(plain, written)]).toEqual([true, true])
  })
})

describe('the normal form', () => {
  it.each(['½ av 2½ m²', 'iPhone™ 17', 'CO₂ – 5 ℃ … №', 'Ⓐ ①', '“Räksmörgås” 👩‍👩‍👧', ''])(
    'leaves signs alone: %s',
    (text) => {
      expect(normalForm(text)).toBe(text.replace(/\u200d/g, ''))
    },
  )
  it('of a normal form is itself', () => {
    for (const [written] of Object.values(FORMS)) expect(normalForm(normalForm(written))).toBe(normalForm(written))
  })
})
