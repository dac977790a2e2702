/** Confirmation of an event by independent publishers, as alerts and webhooks ask for it. Pure. */

/** The most that can be asked for. */
export const MAX_CONFIRMING = 20

/** The default. */
export const DEFAULT_CONFIRMING = 3

/** True when as many publishers report it independently as are asked for. */
export const isConfirmed = (sourceCount: number, minSources: number): boolean => sourceCount >= minSources
