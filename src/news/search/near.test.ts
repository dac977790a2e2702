import { expect, it } from 'vitest'
import { asSlug, nearest, notThere } from './near.ts'

const slugs = ['iphone', 'iphone-17-pro', 'ipad', 'mac', 'macbook-air', 'app-store']

it.each([
  ['iPhone 17 Pro', ['iphone-17-pro', 'iphone']],
  ['ihpone', ['iphone']],
  ['macbok-air', ['macbook-air']],
  ['store', ['app-store']],
  ['weather', []],
])('knows what %s is near', (wanted, near) => {
  expect(nearest(wanted, slugs).slice(0, near.length)).toEqual(near)
  if (near.length === 0) expect(nearest(wanted, slugs)).toEqual([])
})

it('writes a slug as they are written here', () => {
  expect(['iPad', ' App Store ', 'MAC'].map(asSlug)).toEqual(['ipad', 'app-store', 'mac'])
  expect(notThere('tag', 'ihpone', slugs, 'list_tags')).toBe(
    'There is no tag "ihpone". Near it: iphone. Call list_tags for the slugs that exist.',
  )
})
