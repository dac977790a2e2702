export function stepBehind(): void
export function putHelpersBehind(): void
