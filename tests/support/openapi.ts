/** The OpenAPI document of the project's own content, and the types that follow from it. */
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { readContent } from '../../src/content.ts'
import { buildOpenApi, type OpenApi } from '../../src/surfaces/api-v1/openapi.ts'
import { apiTable } from '../../src/surfaces/api-v1/routes.ts'

export const clientTypesFile = join(import.meta.dirname, '../../clients/typescript/schema.d.ts')

export const projectSite = () => readContent(join(import.meta.dirname, '../../content')).site

export function projectOpenApi(): OpenApi {
  const site = projectSite()
  return buildOpenApi(apiTable(site), site, 'https://karnhuset.invalid')
}

export async function clientTypes(): Promise<string> {
  const ast = await openapiTS(projectOpenApi() as unknown as Parameters<typeof openapiTS>[0])
  return `// Written by "npm run client". Do not edit.\n${astToString(ast)}`
}
