/** Registers a tool and shapes its answers: data and markdown, the outside text marked, no internals in errors. */
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { isForOperator, toAppError } from '../../platform/http/errors.ts'
import { untrusted } from '../../platform/markdown/untrusted.ts'
import type { Translate } from '../../platform/site/messages.ts'
import { terse } from './outline.ts'
import { type Link, MAX_BYTES } from './paging.ts'
import type { McpDeps } from './parts.ts'
import { runLimited } from './work.ts'

/** Result of a tool, or a sentence with the tool to call instead. */
type ToolAnswer<Data> = { data: Data; text: string; links?: Link[] } | { unknown: string }

interface Tool<Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string
  input: Input
  /** In outline. Each answer has a notice, too, which warns a model that the texts beside it come from outside. */
  output: Output
  run: (input: z.output<Input>) => Promise<ToolAnswer<z.input<Output>>>
  /** Answers for one account alone are never cached; some change what is kept for it. */
  accountAccess?: 'reads' | 'changes'
}

export function registerTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  server: McpServer,
  parts: McpDeps,
  t: Translate,
  tool: Tool<Input, Output>,
): void {
  server.registerTool(
    tool.name,
    {
      title: t(`agents.tools.${tool.name}.title`),
      description: t(`agents.tools.${tool.name}.about`),
      inputSchema: terse(withoutOthers(tool.input), 'input'),
      outputSchema: terse(tool.output, 'output'),
      annotations: tool.accountAccess === 'changes' ? changing : reading,
    },
    async (input): Promise<CallToolResult> => {
      try {
        return answer(await read(parts, tool, input as z.output<Input>), t, parts.linked)
      } catch (error) {
        const seen = toAppError(error)
        parts.ctx.log[isForOperator(seen) ? 'error' : 'debug']({ err: error, tool: tool.name }, seen.message)
        return failure(seen.message)
      }
    },
  )
}

/** Refuses unknown arguments, since a misspelt filter would not be applied. */
const withoutOthers = ({ shape }: z.ZodObject): z.ZodObject =>
  z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined
      const unknown = (issue.keys as string[]).slice(0, 3).map((key) => JSON.stringify(key.slice(0, 40)))
      return `There is no argument ${unknown.join(' or ')}. It takes: ${Object.keys(shape).join(', ')}.`
    },
  })

// A reading tool is neither destructive nor to be repeated with care (the hints' own definitions).
const reading = { readOnlyHint: true, openWorldHint: false }
const changing = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** From the read cache where it can be; what has to be done is done in turn. */
async function read<Input extends z.ZodObject, Output extends z.ZodObject>(
  { ctx }: McpDeps,
  tool: Tool<Input, Output>,
  input: z.output<Input>,
): Promise<ToolAnswer<object>> {
  if (tool.accountAccess !== undefined) return runLimited(() => tool.run(input))
  const { answer: cached } = await ctx.cache.get(
    {
      key: `mcp ${tool.name} ${JSON.stringify(input)}`,
      dependsOn: ['content', 'views'],
      load: () => runLimited(() => tool.run(input)),
      render: (found) => ({ type: 'application/json', body: JSON.stringify(found) }),
    },
    ctx.clock.now(),
  )
  return JSON.parse(String(cached?.bodies.identity)) as ToolAnswer<object>
}

const mimeType = 'text/markdown'

/** An empty text would leave a reader to guess whether there is nothing or something went wrong. */
function answer(found: ToolAnswer<object>, t: Translate, linked = false): CallToolResult {
  if ('unknown' in found) return failure(found.unknown)
  const notice = t('agents.notice')
  const text = found.text.trim() === '' ? t('agents.nothing') : `${notice}\n\n${untrusted(found.text)}`
  const links = linked ? (found.links ?? []).map((link) => ({ type: 'resource_link' as const, ...link, mimeType })) : []
  const result: CallToolResult = {
    structuredContent: { notice, ...found.data },
    content: [{ type: 'text', text }, ...links],
  }
  if (Buffer.byteLength(JSON.stringify(result)) <= MAX_BYTES) return result
  return failure('The answer is larger than an answer may be. Ask with a smaller limit, or read its page in parts.')
}

const failure = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] })
