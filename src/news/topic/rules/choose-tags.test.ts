import { expect, it } from 'vitest'
import { chooseTags } from './choose-tags.ts'

const proposal = (name: string, parent: string | null = null, aliases: string[] = []) => ({
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  kind: 'topic' as const,
  parent,
  aliases,
  articles: 2,
  publishers: 2,
})
const PROPOSALS = [proposal('Velora'), proposal('Velora 12', 'velora'), proposal('Anna Holm', null, ['Holm'])]

it.each<[string, (string | null)[], string[]]>([
  ['nothing', [null, null, null], []],
  ['what is below a tag', ['Velora', 'Velora 12', null], ['velora: Velora', 'velora-12 < velora: Velora 12']],
  ['what is below a tag that was left', [null, 'Velora 12', null], ['velora-12: Velora 12']],
  ['another name', [null, null, 'A. Holm'], ['a-holm: A. Holm, Anna Holm, Holm']],
  [
    'another name of the upper tag',
    ['Cykler', 'Velora 12', null],
    ['cykler: Cykler, Velora', 'velora-12 < cykler: Velora 12'],
  ],
  ['two of one name', ['Velora', 'Velora', null], ['velora: Velora, Velora 12']],
  [
    'the lower by the name of the upper, and the other way round',
    ['Velora 12', 'Velora', null],
    ['velora-12: Velora 12, Velora', 'velora < velora-12: Velora, Velora 12'],
  ],
  ['a name of no letters', [null, null, '!!'], ['anna-holm: !!, Anna Holm, Holm']],
])('takes %s', (_, names, tags) => {
  const selected = chooseTags(PROPOSALS, names)
  expect(
    selected.map(
      ({ name, slug, parent, aliases }) => `${slug}${parent ? ` < ${parent}` : ''}: ${[name, ...aliases].join(', ')}`,
    ),
  ).toEqual(tags)
})
