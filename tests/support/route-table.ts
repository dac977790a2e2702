/** The routes of a running app, read from the tree that Fastify prints. */
import type { FastifyInstance } from 'fastify'

export interface Route {
  /** Without the expressions of its parameters. */
  path: string
  methods: string[]
}

/** Four characters of indentation a level; a place with two kinds of parameter is printed with a bar between them. */
export function routeTable(app: FastifyInstance): Route[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^([│ ]*)[├└]── (\S+) \(([A-Z, ]+)\)$/.exec(line)
      if (!found) return []
      const depth = String(found[1]).length / 4
      const path = `${depth === 0 ? '' : above[depth - 1]}${found[2]}`
      above[depth] = path
      return [{ path: withoutExpressions(path), methods: String(found[3]).split(', ') }]
    })
}

const withoutExpressions = (path: string): string =>
  path.replace(/\(\^(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, '').replace(/\|:\w+/g, '')
