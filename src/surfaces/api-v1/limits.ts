/** Sizes that the contract names (interface.md 8). */
export const limits = { perPage: 100, changes: 500, searchHits: 50, query: 500 } as const
