/** A 404 that helps: the missing thing, the likest of those that exist, and the list of them. */
import type { FastifyReply } from 'fastify'
import type { Resource } from '../../news/resources/resource.ts'
import { nearest } from '../../news/search/near.ts'
import { AppError } from '../../platform/errors.ts'
import { slugify } from '../../platform/text/text.ts'
import type { Call } from './route.ts'

/** Comparing costs the product of the lengths. */
const MAX_NAME_LENGTH = 60

type Named = Pick<Resource<unknown>, 'name' | 'path' | 'slugs'>

/** Throws `not_found` in words about `of` where `sent` does without. */
export async function orMissing(call: Call, of: Named, sent: Promise<FastifyReply>): Promise<FastifyReply> {
  try {
    return await sent
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === 'not_found'
    throw isMissing ? new AppError('not_found', await sentence(call, of), { cause: error }) : error
  }
}

/** A name that is not plain comes back as a slug, which is. */
async function sentence(call: Call, of: Named): Promise<string> {
  const { id } = call.params as { id: number | string }
  const given = String(id).slice(0, MAX_NAME_LENGTH)
  const slug = slugify(given)
  const name = /^[\w-]+$/.test(given) ? given : slug
  const near = slug !== '' && of.slugs ? nearest(slug, await slugsOf(call, of, of.slugs)) : []
  const likest = near.length > 0 ? ` Near it: ${near.join(', ')}.` : ''
  return `There is no ${name === '' ? `such ${of.name}` : `${of.name} "${name}"`}.${likest} GET /api/v1${of.path} lists those that exist.`
}

async function slugsOf({ ctx }: Call, { path }: Named, slugs: NonNullable<Named['slugs']>): Promise<string[]> {
  const { answer } = await ctx.cache.get(
    {
      key: `api slugs ${path}`,
      dependsOn: ['content'],
      load: () => slugs(ctx),
      render: (found) => ({ type: 'application/json', body: JSON.stringify(found) }),
    },
    ctx.clock.now(),
  )
  return JSON.parse(String(answer?.bodies.identity ?? '[]')) as string[]
}
