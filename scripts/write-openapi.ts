/** `npm run client` writes the client's types from the OpenAPI document; with a path, the document itself is written there. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { readContent } from '../src/app/content.ts'
import type { Feature } from '../src/feature.ts'
import { featureNames, loadFeatures } from '../src/features.ts'
import { loggedKinds } from '../src/news/changes/resource.ts'
import { buildOpenApi, type OpenApi } from '../src/surfaces/rest/openapi.ts'
import { apiTable } from '../src/surfaces/rest/routes.ts'

export const clientTypesFile = join(import.meta.dirname, '../clients/typescript/schema.d.ts')

const features: Feature[] = await loadFeatures({ features: new Set(featureNames) })

export function projectOpenApi(): OpenApi {
  const { site } = readContent(join(import.meta.dirname, '../content'))
  const rest = features.flatMap((feature) => feature.rest ?? [])
  const me = features.flatMap((feature) => feature.me ?? [])
  const kinds = loggedKinds(features.flatMap((feature) => feature.kinds ?? []))
  const parts = { kinds, rest, me, resources: features.flatMap((feature) => feature.resources ?? []) }
  return buildOpenApi(apiTable(site, parts), site, 'https://karnhuset.invalid', parts)
}

export async function clientTypes(): Promise<string> {
  const ast = await openapiTS(projectOpenApi() as unknown as Parameters<typeof openapiTS>[0])
  return `// Written by "npm run client". Do not edit.\n${astToString(ast)}`
}

if (import.meta.main) {
  const target = process.argv[2]
  if (target) {
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, JSON.stringify(projectOpenApi(), null, 2))
  } else writeFileSync(clientTypesFile, await clientTypes())
}
