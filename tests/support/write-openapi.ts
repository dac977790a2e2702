/** `npm run client` writes the client's types; with a path, the document itself is written there. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { clientTypes, clientTypesFile, projectOpenApi } from './openapi.ts'

const target = process.argv[2]
if (target) {
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, JSON.stringify(projectOpenApi(), null, 2))
} else writeFileSync(clientTypesFile, await clientTypes())
