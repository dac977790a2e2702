/** `models exam`. */
import { integer, texts } from '../../cli/arguments.ts'
import { withServices } from '../../cli/host.ts'
import type { AboutModel, AddCommands } from '../../cli/io.ts'

export const addCommands: AddCommands = (program, io, exit) => {
  const models = program.commands.find((command) => command.name() === 'models') ?? program.command('models')
  models
    .command('exam')
    .description('asks models what is known; says whether they are good enough for the language of the site')
    .option('--model <name>', 'another than those of the settings; several side by side', texts)
    .option('--base-url <url>', 'of an OpenAI-compatible server, which is not given the key of the settings')
    .option('--role <role>', 'judge, writer or both', 'both')
    .option('--limit <n>', 'at most so many pairs, and articles', integer)
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      '\nIt says what it will take before it asks, keeps within AI_MONTHLY_BUDGET, and ends where a call fails.\nAn exam that was broken off begins from the start when it is given again.',
    )
    .action(async (options) => {
      const { modelsExam } = await import('./models-exam.ts')
      exit(await withServices((services) => modelsExam(services, io, options)))
    })
}

export const aboutModel: AboutModel = {
  found: (baseUrl, model) => `whether it can be trusted: karnhuset models exam --base-url ${baseUrl} --model ${model}`,
  selected: 'No exam of it yet? "karnhuset models exam" says whether it can be trusted.',
}
