/** A model server that answers every question with the next of the scripts it was given, by the OpenAI protocol. */
import { startSmallServer } from './small-server.ts'

export interface ScriptServer {
  url: string
  /** Answers to come; the last one stays. A number is an HTTP status. */
  answers: (object | string | number)[]
  /** What was asked: instructions and request. */
  asked: { system: string; prompt: string }[]
  close(): Promise<void>
}

export async function startScriptServer(): Promise<ScriptServer> {
  const script: Omit<ScriptServer, 'url' | 'close'> = { answers: [], asked: [] }
  const server = await startSmallServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { messages } = JSON.parse(Buffer.concat(parts).toString())
    const text = (role: string) => String(messages.find((message: { role: string }) => message.role === role)?.content)
    script.asked.push({ system: text('system'), prompt: text('user') })
    const answer = script.answers.length > 1 ? script.answers.shift() : script.answers[0]
    if (typeof answer === 'number') return void response.writeHead(answer).end('{}')
    const content = typeof answer === 'string' ? answer : JSON.stringify(answer)
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'played',
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 },
      }),
    )
  })
  return Object.assign(script, { url: `${server.url}/v1`, close: server.close })
}
