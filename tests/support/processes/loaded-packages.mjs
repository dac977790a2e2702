/** Loaded into a process: notes the packages that its first thread loads, a line each with its time, in a file of its command's name. */
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const folder = process.env.LOADED_FOLDER
if (folder && isMainThread) {
  const file = `${folder}/${process.argv[2]}`
  const noted = new Set()
  registerHooks({
    load(url, context, next) {
      const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1]
      if (name && !noted.has(name)) appendFileSync(file, `${name} ${Date.now()}\n`)
      noted.add(name)
      return next(url, context)
    },
  })
}
