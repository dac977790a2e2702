import { expect, it } from 'vitest'
import { fuzzApi } from '../../../quality/fuzz/api.ts'

it('stands 500 hostile requests made from the document', { tags: 'slow' }, async () => {
  const statuses = await fuzzApi(500, 42)
  // They got past the door as well as being turned away at it.
  for (const status of ['200', '400', '401', '404']) expect(statuses[status], status).toBeGreaterThan(10)
})
