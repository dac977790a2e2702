/** Statements that write, as the database gets them. */
import pg from 'pg'
import { vi } from 'vitest'

type Query = { text?: string; values?: unknown[] } | string

/** `seen` gives what was written since it was called last: "insert into follows", with the values. */
export function watchWrites(): { seen(): { statement: string; values: unknown[] }[]; stop(): void } {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  return {
    seen: () => {
      const writes = spy.mock.calls.flatMap(([query, values]) => {
        const { text, values: bound = values } = (typeof query === 'string' ? { text: query } : query) as Exclude<
          Query,
          string
        >
        const [statement] = /^\s*(?:insert into|delete from|update) "?\w+/.exec(text ?? '') ?? []
        return statement ? [{ statement: statement.trim().replace('"', ''), values: (bound ?? []) as unknown[] }] : []
      })
      spy.mockClear()
      return writes
    },
    stop: () => spy.mockRestore(),
  }
}
