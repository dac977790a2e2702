/** A function that computes each value once. For keys of which there are few, never those of strangers. */
export function memo<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

/** A function that computes its value when it is first asked for, and once. */
export function once<T>(make: () => T): () => T {
  const made = memo(() => make())
  return () => made('')
}
