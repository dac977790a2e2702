/** Texts as they are set: a number stays in one piece, and with its unit. */

const GROUPS = /(?<=\d) (?=\d{3}(?!\d))/g
const UNITS = /(?<=\d) (?=(?:%|€|\$|£|kr|[kMGT]B|[kcm]?m|k?g|[kMG]?Hz|[kM]?W|min|tim)(?![\p{L}\d]))/gu

/** With no-break spaces between groups of digits, and before short units. */
export const unbroken = (text: string): string => text.replace(GROUPS, '\u00a0').replace(UNITS, '\u00a0')
