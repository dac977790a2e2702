/** Content folders from the command line: made, changed, measured. The first run in a browser makes one without it. */
import type { Feature } from '../../feature.ts'

export const topic: Feature = {}
