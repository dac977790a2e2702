/** Names of streams, as apps send them. */
import { expect, it } from 'vitest'
import { slowPieces } from '../../../tests/support/growth.ts'
import { parseStream } from './streams.ts'

it.each([
  ['a stream', (text: string) => parseStream(`user/${text}`, new Map())],
  ['a feed', (text: string) => parseStream(`feed/search-${text}`, new Map())],
])('%s takes no time that grows faster than its name', (_, parse) => expect(slowPieces(parse)).toEqual([]))
