/** Words of a summary, at least and at most. Prompts ask for 60 to 120: a few more or less are no reason to go without. */
export const SUMMARY_WORDS = [40, 130] as const
