/** Forms of a name that count as the same: endings, marks on letters, transliterations. */
import { normalForm } from '../../../../platform/text/normal-form.ts'

/** Lower case, without marks on letters. */
export function foldName(name: string): string {
  return normalForm(name)
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/[øœæßł]/g, (letter) => ({ ø: 'o', œ: 'oe', æ: 'ae', ß: 'ss', ł: 'l' })[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
}

/** The folded name and what is left of it without each ending that it may carry. */
export function withoutEnding(folded: string, endings: readonly string[]): string[] {
  const forms = [folded]
  for (const ending of endings) {
    const stem = folded.slice(0, -ending.length)
    if (folded.endsWith(ending) && stem.length >= 2) forms.push(stem)
  }
  return forms
}

const SOUNDS: [RegExp, string][] = [
  [/sch|shch|sjtj|sch|sh|sj/g, 'S'],
  [/tsch|tch|ch|tj|cz/g, 'C'],
  [/zh|zj/g, 'Z'],
  [/kh/g, 'C'],
  [/ph/g, 'f'],
  [/ae/g, 'a'],
  [/oe/g, 'o'],
  [/ue/g, 'u'],
  [/ou/g, 'u'],
  [/(yy|yj|ij|iy|ii|j|y)(?=$|[^aeiou])/g, 'i'],
  [/j/g, 'y'],
  [/w/g, 'v'],
  [/(.)\1/g, '$1'],
]

/** One key for the ways in which a name is carried over from another script: Zelenskyj, Zelensky. */
export function soundOf(folded: string): string {
  return SOUNDS.reduce((text, [pattern, sound]) => text.replace(pattern, sound), folded)
}
