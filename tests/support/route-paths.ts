/** The paths that the service answers. */

/** Every path of the tree that Fastify prints, four characters of indentation a level. */
export function routePaths(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap((text) => {
    const found = /^([│ ]*)[├└]── (\S+)/.exec(text)
    if (!found) return []
    const depth = String(found[1]).length / 4
    const path = `${depth === 0 ? '' : above[depth - 1]}${found[2]}`
    above[depth] = path
    return [path]
  })
}
