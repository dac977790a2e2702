export const nodeFlags: readonly string[]
export const environment: Readonly<Record<string, string>>
export function tuneHeap(): void
