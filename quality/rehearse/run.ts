/**
 * `npm run rehearse`: the service on several processes and a database with a replica, under load, while everything that can
 * be killed is killed. `--short` kills one process of each kind. Ends with 1 when anything was not as it should be.
 */
import { until } from '../../tests/support/service.ts'
import { databaseRestarts, failsOver, isKilled, newsIsSeen } from './acts.ts'
import { webs, workers } from './fleet.ts'
import { reckon } from './reckoning.ts'
import { openScene, raiseCurtain } from './scene.ts'

const short = process.argv.includes('--short')
const started = Date.now()
const scene = await openScene(short ? 100 : 25)
try {
  const play = await raiseCurtain(scene)
  await newsIsSeen(scene, short ? 1 : 3)
  for (const name of short ? [webs[0], workers[0]] : [...webs, ...workers]) await isKilled(scene, name)
  await databaseRestarts(scene, short ? 1000 : 3000)
  await failsOver(scene)
  await newsIsSeen(scene, 1)
  await until(async () => scene.load.hasEnough(), Boolean)
  await play.stop()
  scene.load.stopWriting()
  await reckon(scene)
} catch (error) {
  scene.show('the rehearsal', `broke off: ${(error as Error).message}`, false)
} finally {
  await scene.close()
}
const faults = scene.shown.filter(({ good }) => !good).length
console.log(`${scene.shown.length - faults} shown, ${faults} faults, ${Math.round((Date.now() - started) / 1000)} s`)
process.exit(faults === 0 ? 0 : 1)
