/** The first-run page until the topic is written. It has a server of its own, on which every other address leads there. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Setup } from '../../news/topic/rules/setup.ts'
import { AppError } from '../../platform/errors.ts'
import type { Assets } from '../../platform/html/assets.ts'
import { html } from '../../platform/html/html.ts'
import { statusOf, toAppError } from '../../platform/http/errors.ts'
import type { ErrorRenderer } from '../../platform/http/server.ts'
import { emptyDraft, topicOf } from './draft.ts'
import { doneBody, type StartPage, startForm, startPage, unreadNote } from './forms.ts'
import type { Gate } from './gate.ts'
import { type Step, steps } from './steps.ts'

const LIST_BYTES = 2 * 1024 * 1024
const REFRESH_SECONDS = 3
const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
const REFUSED =
  'This page is open to the machine that Kärnhuset runs on, and at the address with a key that it printed at its start.\n'

export interface StartDeps {
  gate: Gate
  setup: Setup
  assets: Assets
  /** The topic is written, and the last page is sent. */
  onDone(): void
}

export function startRoutes(app: FastifyInstance, { gate, setup, assets, onDone }: StartDeps): void {
  const draft = emptyDraft(setup)
  let writing: Promise<string[]> | null = null

  const send = (reply: FastifyReply, page: StartPage) =>
    reply.headers(HEADERS).type('text/html; charset=utf-8').send(startPage(assets.url, page))

  function sendStep(reply: FastifyReply, step: Step, failure?: string): FastifyReply {
    const { path, button, title, rows, files } = step
    const back = stepBefore(step) !== undefined
    const form = startForm({ path, button, back, rows, files, formToken: gate.formToken }, step.fields(draft, setup))
    const progress = html`<p class="small start-step">Step ${steps.indexOf(step) + 1} of ${steps.length}</p>`
    const isWaiting = setup.trial()?.isOver === false
    return send(reply, {
      title,
      failure,
      refresh: isWaiting ? REFRESH_SECONDS : undefined,
      body: html`${progress}${step.above?.(draft, setup)}${!isWaiting && form}`,
    })
  }

  /** A second click waits for what the first one began. */
  function write(): Promise<string[]> {
    writing ??= setup.write(topicOf(draft), draft.settings).catch((error) => {
      writing = null
      throw error
    })
    return writing
  }

  /** Stores invalid input as well: it is checked on the way on. */
  async function goBack(request: FastifyRequest, reply: FastifyReply, step: Step): Promise<FastifyReply> {
    await (step.keep ?? step.apply)(request, draft, setup).catch((error) => {
      if (toAppError(error).code === 'internal') throw error
    })
    return reply.redirect(stepBefore(step)?.path ?? step.path, 303)
  }

  async function goOn(request: FastifyRequest, reply: FastifyReply, step: Step): Promise<FastifyReply> {
    const next = (await step.apply(request, draft, setup)) === 'stay' ? step : steps[steps.indexOf(step) + 1]
    if (step.writes) draft.files = await write()
    if (next) return reply.redirect(next.path, 303)
    const body = html`${unreadNote(setup)}${doneBody(draft.files ?? [], draft.settings.ADMIN_TOKEN !== undefined)}`
    reply.raw.once('close', onDone)
    return send(reply, { title: 'Your site is starting', body })
  }

  app.register(async (scope) => {
    // Before a body is read: no stranger sends megabytes.
    scope.addHook('onRequest', async (request, reply) => {
      if (gate.exchangeKey(request, reply)) return reply.headers(HEADERS).redirect('/start', 303)
      if (!gate.admits(request)) throw new AppError('forbidden', REFUSED)
    })
    scope.addHook('preHandler', async (request) => {
      if (request.method === 'POST') gate.checkForm(request)
    })
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
      formFields(String(request.headers['content-type']), body),
    )
    scope.get('/assets/:version/:name', async (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
      const asset = assets.files.get(request.params.name)
      if (!asset) throw new AppError('not_found', 'There is no such file.')
      return reply.type(asset.type).header('cache-control', 'public, max-age=31536000, immutable').send(asset.body)
    })
    const lastPath = steps.at(-1)?.path
    /** Redirect target of a step that is not open: the last one once the topic is written, else the first. */
    const elsewhere = ({ path, isOpen }: Step): string | null => {
      if (draft.files !== null) return path === lastPath ? null : (lastPath ?? null)
      return isOpen(draft) ? null : '/start'
    }
    for (const step of steps) {
      scope.get(step.path, async (_request, reply) => {
        const other = elsewhere(step)
        if (other) return reply.redirect(other, 303)
        await step.prepare?.(draft, setup)
        return sendStep(reply, step)
      })
      scope.post(step.path, step.files ? { bodyLimit: LIST_BYTES } : {}, async (request, reply) => {
        const other = elsewhere(step)
        if (other) return reply.redirect(other, 303)
        try {
          return await (wantsBack(request) ? goBack : goOn)(request, reply, step)
        } catch (error) {
          const { code, message } = toAppError(error)
          if (code === 'internal') throw error
          return sendStep(reply.code(statusOf[code]), step, message)
        }
      })
    }
  })
}

const stepBefore = (step: Step): Step | undefined => steps[steps.indexOf(step) - 1]

const wantsBack = ({ body }: FastifyRequest): boolean => (body as { back?: unknown }).back === 'yes'

/** A file as bytes, all else as text. */
async function formFields(type: string, body: Buffer): Promise<Record<string, string | Buffer>> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    const fields = [...form].map(async ([name, value]) =>
      typeof value === 'string' ? [name, value] : [name, Buffer.from(await value.arrayBuffer())],
    )
    return Object.fromEntries(await Promise.all(fields))
  } catch (cause) {
    throw new AppError('bad_request', 'The form could not be read.', { cause })
  }
}

/** A stranger learns nothing; the operator is led to the page, or reads why not. */
export const startErrors = ({ gate, assets }: Pick<StartDeps, 'gate' | 'assets'>): ErrorRenderer => ({
  prefix: '/',
  render: (error, request, reply) => {
    if (!gate.admits(request)) return reply.code(403).type('text/plain; charset=utf-8').send(REFUSED)
    if (error.code === 'not_found' || error.code === 'method_not_allowed') return reply.redirect('/start', 303)
    const body = html`<p><a class="button" href="/start">Back to the first form</a></p>`
    const page = startPage(assets.url, { title: 'That did not work', failure: error.message, body })
    return reply.code(statusOf[error.code]).headers(HEADERS).type('text/html; charset=utf-8').send(page)
  },
})
