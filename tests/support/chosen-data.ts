/** Which data a measurement runs on: the project's own set, or by name the shared one, which no clone brings. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * The folder of the shared data, or null for the project's own set. `flag` is `own`, `shared` or not given; then
 * KARNHUSET_TEST_DATA decides. Throws one sentence where what was asked for is not there: nothing measured is no pass.
 */
export function chosenData(flag: string | undefined, needed: string): string | null {
  const named = process.env.KARNHUSET_TEST_DATA
  if (flag !== undefined && flag !== 'own' && flag !== 'shared') throw new Error('--data is own or shared.')
  if (flag === 'own' || (flag === undefined && !named)) return null
  const folder = resolve(named ?? '../shared/data')
  if (existsSync(join(folder, needed))) return folder
  throw new Error(
    `No ${needed} in ${folder}: put the shared test data beside the checkout (../shared/data) or name their folder with ` +
      'KARNHUSET_TEST_DATA; --data own measures the set that comes with the project.',
  )
}
