/** Parts of the API that features have. Types only. */
import type { LoggedKind } from '../../ctx.ts'
import type { Site } from '../../domain/site/site.ts'
import type { ApiRoute } from './route.ts'

/** Routes of a feature, and the tag that they have in the document. */
export interface RestPart {
  tag: { name: string; description: string }
  routes(site: Site): ApiRoute[]
}

export interface FeatureApi {
  kinds: readonly LoggedKind[]
  rest: readonly RestPart[]
}
