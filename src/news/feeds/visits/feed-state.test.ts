import { expect, it } from 'vitest'
import type { Feed } from '../writes/feeds.ts'
import { toFeedRow, toFeedState } from './feed-state.ts'

/** A row whose every column holds its own name. */
const named = new Proxy({} as Feed, { get: (_, column) => String(column) })
const snake = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

it('each field is the column of its name, read and written', () => {
  const { hasLogin: _hasLogin, ...state } = toFeedState(named)
  const fields = Object.entries(state)
  expect(fields.length).toBeGreaterThan(20)
  expect(fields.map(([, column]) => column)).toEqual(fields.map(([field]) => snake(field)))
  const { id: _id, ...patch } = state
  const row = Object.entries(toFeedRow(patch))
  expect(row.map(([column]) => column)).toEqual(row.map(([, value]) => value))
})
