/** Where two databases differ, in lines for a report. */
import type { Contents } from './contents.ts'

/** Empty when they hold the same. */
export function differences(disturbed: Contents, undisturbed: Contents): string[] {
  return (Object.keys(undisturbed) as (keyof Contents)[]).flatMap((part) => {
    const [have, want] = [disturbed[part], undisturbed[part]]
    const lost = without(want, have).map((line) => `${part}: lost ${line}`)
    const extra = without(have, want).map((line) => `${part}: too much ${line}`)
    return [...lost, ...extra]
  })
}

/** Lines of `a` that `b` has not, counting repeats. */
function without(a: string[], b: string[]): string[] {
  const left = new Map<string, number>()
  for (const line of b) left.set(line, (left.get(line) ?? 0) + 1)
  return a.filter((line) => {
    const n = left.get(line) ?? 0
    left.set(line, n - 1)
    return n <= 0
  })
}
