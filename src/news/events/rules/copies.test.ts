import { describe, expect, it } from 'vitest'
import { copiesAmong } from './copies.ts'

const wire =
  'The regulator said on Friday that it had opened an inquiry into the company after complaints from three developers ' +
  'who were refused a place in the store, and that it expects to report in the spring.'
const reworded =
  'Three developers have complained that they were turned away from the store. Now the regulator wants to know why, and ' +
  'its findings are due when spring comes, according to a statement that was sent out on Friday.'

describe('copiesAmong', () => {
  it('finds a text that is printed as it was, with a line of its own added', () => {
    expect(copiesAmong([wire, reworded, `${wire} Read more in our app.`])).toEqual([null, null, 0])
  })

  it('takes no quotation for a copy', () => {
    expect(
      copiesAmong([wire, `${reworded} It said that it had opened an inquiry into the company after complaints.`]),
    ).toEqual([null, null])
  })

  it('says nothing of texts that are too short to tell', () => {
    expect(copiesAmong(['Out now.', 'Out now.'])).toEqual([null, null])
  })
})
