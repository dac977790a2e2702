/** A mark directly behind a number stands for inches, unless a quotation is open there: then it ends that. */
const MARKS = /(\d)(["″”])(?=[\s,.:;)-]|$)|[“”„"«»]/g

/** The text with marks of inches left out. */
export const withoutInches = (text: string): string => rewrite(text, (digit) => `${digit} `, null)

/** The text with the ends of quotations apart from the number before them, so that they are no inches. */
export const withQuotationsApart = (text: string): string => rewrite(text, null, (digit, mark) => `${digit} ${mark}`)

type Change = ((digit: string, mark: string) => string) | null

function rewrite(text: string, inch: Change, end: Change): string {
  let open = false
  return text.replace(MARKS, (found, digit: string | undefined, mark: string | undefined) => {
    if (digit === undefined || mark === undefined) {
      open = !open
      return found
    }
    if (!open) return inch?.(digit, mark) ?? found
    // Two strokes close no quotation.
    if (mark === '″') return found
    open = false
    return end?.(digit, mark) ?? found
  })
}
