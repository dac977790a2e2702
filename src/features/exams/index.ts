/** Exams of language models: questions whose answers are known, for the command line, the console and the first run. */
import type { Feature } from '../../feature.ts'
import { consoleRoutes } from './console-pages.ts'
import { checkExams, noteMissingExams } from './examined-models.ts'
import { examsJob } from './ordered-exams.ts'
import { trial } from './trial.ts'

export const exams: Feature = {
  start: noteMissingExams,
  jobs: (services) => ({ exams: (key) => examsJob(services, key) }),
  servers: [{ name: 'exams', run: checkExams }],
  console: [
    { group: 'models', name: 'exams', path: '/admin/exams', routes: consoleRoutes, aboutModel: 'admin.exams.examine' },
  ],
  trial,
}
