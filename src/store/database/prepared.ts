/**
 * Statements that begin with this comment are planned once by each connection: for those that are asked over and over,
 * where planning costs as much as all the rest. Their text must be the same whatever their parameters are.
 */
import { createHash } from 'node:crypto'
import pg from 'pg'

const MARK = '/* prepared */'

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 20)
  names.set(text, name)
  return name
}

/** A client of `pg` that gives a marked statement a name, by which its connection finds it again. */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads of query cannot be restated
  override query(config: any, ...rest: any[]): any {
    if (typeof config !== 'string' || !config.startsWith(MARK)) return super.query(config, ...(rest as []))
    const [values, ...callback] = rest
    return super.query({ name: nameOf(config), text: config, values }, ...(callback as []))
  }
}
