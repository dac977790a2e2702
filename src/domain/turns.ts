/** Long work on the one thread that also answers readers: done in short turns, with everyone else between them. */

/** Milliseconds; a reader who comes meanwhile waits for the turn's end, and for what else has one. */
const TURN_MS = 1

let queue: Promise<unknown> = Promise.resolve()

/** Resolves when those who wait, readers among them, have had their turn. Of all that wait here, one goes on at a time. */
export function nextTurn(): Promise<unknown> {
  queue = queue.then(() => new Promise((resolve) => setImmediate(resolve)))
  return queue
}

/** What `map` makes of each item, one after the other. Work of a millisecond or two is done at once. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result | Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let started = performance.now()
  for (const item of items) {
    results.push(await map(item))
    if (performance.now() - started < TURN_MS) continue
    await nextTurn()
    started = performance.now()
  }
  return results
}
