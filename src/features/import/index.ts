/** Sources and saved articles from other feed readers: a command, and no part of the service. */
import type { Feature } from '../../feature.ts'

export const readerImport: Feature = {}
