/** The public site as files for any static host: a command, and no part of the service. */
import type { Feature } from '../../feature.ts'

export const staticExport: Feature = {}
