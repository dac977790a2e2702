/** Publishers in running text. */
import type { Translate } from '../site/messages.ts'
import type { Site } from '../site/site.ts'

interface Context {
  site: Pick<Site, 'language'>
  t: Translate
}

/** "Posten, Bladet och 3 till": at most `max` names, and the number of the others; a single one is named as well. */
export function sourceNames({ site, t }: Context, sources: readonly { name: string }[], max: number): string {
  const shown = sources.slice(0, sources.length > max + 1 ? max : undefined).map(({ name }) => name)
  const rest = sources.length - shown.length
  return new Intl.ListFormat(site.language, { type: 'conjunction' }).format(
    rest > 0 ? [...shown, t('sources.more', { n: rest })] : shown,
  )
}
