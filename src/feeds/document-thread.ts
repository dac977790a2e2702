/**
 * Where the thread of document-worker.ts starts: it steps behind those that answer readers, and only then loads what it
 * needs, which takes long itself.
 */
import { stepBehind } from '../../bin/priority.js'

stepBehind()
await import('./document-worker.ts')
