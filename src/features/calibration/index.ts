/** The line of events, moved by answers about pairs of articles near it. */
import type { Feature } from '../../feature.ts'
import { consoleRoutes } from './console-pages.ts'
import { findLinePairs } from './find-pairs.ts'

export const calibration: Feature = {
  console: [{ group: 'models', name: 'line', path: '/admin/line', routes: consoleRoutes }],
  jobs: (services) => ({ pairs: () => findLinePairs(services) }),
}
