/** Parts of the API that features have. */
import type { LoggedKind } from '../../ctx.ts'
import type { AnyResource } from '../../news/resources/resource.ts'
import type { Site } from '../../platform/site/site.ts'
import type { ApiRoute } from './route.ts'

/** Routes of a feature, and the tag that they have in the document. */
export interface RestPart {
  tag: { name: string; description: string }
  routes(site: Site): ApiRoute[]
  /** Behind the log of changes in the document, in place of behind the stories. */
  isLast?: boolean
}

/** Those of the place in the document. */
export const partsAt = (rest: readonly RestPart[], isLast: boolean) =>
  rest.filter((part) => (part.isLast ?? false) === isLast)

export interface FeatureApi {
  kinds: readonly LoggedKind[]
  rest: readonly RestPart[]
  resources: readonly AnyResource[]
  /** Routes of what is the caller's own. */
  me: readonly ApiRoute[]
}
