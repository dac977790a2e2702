/** Posts the leading events by an account of Bluesky. */
import type { Services } from '../../app/services.ts'
import type { Config } from '../../config.ts'
import type { Ctx } from '../../ctx.ts'
import type { Feature } from '../../feature.ts'
import { findEvent } from '../../news/events/queries/events.ts'
import { trustOf } from '../../news/events/queries/matrix.ts'
import { newsSince } from '../../news/events/rules/posted-events.ts'
import { eventPath } from '../../platform/site/paths.ts'
import { blueskyChannel, type Post } from './posts-channel.ts'

export const bluesky: Feature = {
  web({ ctx, services }) {
    const account = accountOf(ctx.config)
    if (!account) return null
    const { database, clock, log, poster } = services
    const minSources = ctx.config.BLUESKY_MIN_SOURCES
    const postOf = (id: number) => postAbout(services, ctx, id)
    const channel = blueskyChannel({ database, clock, log, poster, minSources, account, postOf })
    return { deliver: (open) => ({ pools: [open(channel, { atOnce: 1, ofOne: 1 })] }) }
  },
}

const accountOf = ({ BLUESKY_HANDLE: handle, BLUESKY_APP_PASSWORD: password, BLUESKY_SERVICE: service }: Config) =>
  handle && password ? { service: new URL(service).origin, handle, password } : null

async function postAbout({ content, clock }: Services, { db, site, origin }: Ctx, id: number): Promise<Post | null> {
  const event = await findEvent(db, id, site.language)
  // A post that waited while the account was off is no news any more.
  if (!event?.relevant || event.firstPublishedAt <= newsSince(clock.now())) return null
  const { t } = content.messages
  const { sources, agreed, disputed } = trustOf(event)
  const parts = [
    t('sources.count', { n: sources }),
    ...(agreed > 0 ? [t('trust.agreed', { n: agreed })] : []),
    ...(disputed > 0 ? [`≠ ${t('trust.disputed', { n: disputed })}`] : []),
  ]
  const { title, summary, language } = event
  return { title, summary, language, line: parts.join(' · '), url: origin.baseUrl + eventPath(origin.paths, event) }
}
