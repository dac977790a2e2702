export function stepBehind(): void
