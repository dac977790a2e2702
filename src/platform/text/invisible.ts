/**
 * Characters that a reader does not see and a model or a program reads: removed wherever text becomes plain, but where a
 * script or an emoji is written with them. Pure.
 */

/** Scripts whose letters are shaped by joiners. */
const JOINING = [
  ...[
    'Arab',
    'Syrc',
    'Mand',
    'Mong',
    'Nkoo',
    'Phag',
    'Adlm',
    'Rohg',
    'Hebr',
    'Deva',
    'Beng',
    'Guru',
    'Gujr',
    'Orya',
    'Taml',
  ],
  ...['Telu', 'Knda', 'Mlym', 'Sinh', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Tibt', 'Bali', 'Java', 'Limb', 'Tglg'],
].map((script) => `\\p{scx=${script}}`)

/** Written by tag characters: England, Scotland and Wales. Others are shown as a black flag. */
const FLAGS = ['eng', 'sct', 'wls'].map((region) => {
  const tags = Array.from(`gb${region}`, (letter) => `\\u{${(0xe0000 + letter.charCodeAt(0)).toString(16)}}`)
  return `(?<=\\u{1f3f4})${tags.join('')}\\u{e007f}`
})

/** Places in which one is written. Runs of them carry bytes. */
const WRITTEN = [
  // Joined emoji, and those that are shown in colour, as text, or as keys.
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}])[\\ufe0e\\ufe0f]',
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  `(?<=[[${JOINING.join('')}]--\\p{DI}])[\\u200c\\u200d]`,
  // Forms of ideographs, Mongolian letters and signs of mathematics.
  '(?<=\\p{sc=Han})[\\u{e0100}-\\u{e01ef}]',
  '(?<=[\\p{scx=Hani}\\p{scx=Mymr}\\p{scx=Phag}[\\p{Sm}--[\\x00-\\xff]]])[\\ufe00-\\ufe02]',
  '(?<=[\\p{sc=Mong}--\\p{DI}])[\\u180b-\\u180d\\u180f]',
  // Between words of both directions.
  '(?<!\\p{DI})[\\u200e\\u200f\\u061c]',
]

/** Also private use, noncharacters, annotations and signs for objects; line ends and tabs are white space. */
const UNSEEN = '\\p{DI}\\p{Co}\\p{NChar}\\ufff9-\\ufffc[\\p{Cc}--[\\t-\\r\\x85]]'
const HIDDEN = new RegExp(`(${FLAGS.join('|')})|[${UNSEEN}]`, 'gv')
const WRITTEN_HERE = new RegExp(WRITTEN.join('|'), 'yv')

const MARKS = '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f'
/** Vietnamese and phonetic letters have up to three of the marks that any letter may have; Tibetan and Burmese have more of their own. */
const STACKS = new RegExp(`([${MARKS}]{4})[${MARKS}]+|([\\p{M}\\u200c\\u200d]{8})[\\p{M}\\u200c\\u200d]+`, 'gv')

const RIGHT_TO_LEFT = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}\p{sc=Rohg}]/u
const DIRECTIONS = /[\u200e\u200f\u061c]/g

/** Most texts have none of them. */
const SUSPECT = new RegExp(`[${UNSEEN}\\p{M}]`, 'v')

export function withoutInvisible(text: string): string {
  if (!SUSPECT.test(text)) return text
  const seen = text
    .replace(
      HIDDEN,
      (character, flag: string | undefined, at: number) => flag ?? (isWritten(text, at) ? character : ''),
    )
    .replace(STACKS, '$1$2')
  return RIGHT_TO_LEFT.test(seen) ? seen : seen.replace(DIRECTIONS, '')
}

function isWritten(text: string, at: number): boolean {
  WRITTEN_HERE.lastIndex = at
  return WRITTEN_HERE.test(text)
}
