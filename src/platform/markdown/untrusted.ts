/** Marks around text from outside, which no source can write: all of it is escaped as markdown. */

/** Without the blank lines a renderer takes the first paragraph for HTML, in which nothing is escaped (CommonMark 4.6). */
export const untrusted = (text: string): string => `<untrusted-content>\n\n${text.trim()}\n\n</untrusted-content>`
