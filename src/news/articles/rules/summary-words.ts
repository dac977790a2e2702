/** Words of a summary, at least and at most: a few more or less than were asked for are no reason to go without. */
export const SUMMARY_WORDS = [40, 130] as const
/** Words that prompts ask for. */
export const REQUESTED_WORDS = [60, 120] as const
