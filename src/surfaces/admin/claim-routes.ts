/** Rulings on single sentences of the texts of articles, events and stories. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SentenceRuling } from '../../domain/operator.ts'
import { type AdminContext, codeOf } from './admin-context.ts'
import { field } from './requests.ts'

type BySentence = FastifyRequest<{ Params: { id: string; claim: string } }>

export function claimRoutes(app: FastifyInstance, admin: AdminContext): void {
  const { operator } = admin.ctx.commands
  const rulings: [string, (request: BySentence) => SentenceRuling | null][] = [
    ['godta', () => ({ ruling: 'accepted' })],
    ['stryk', () => ({ ruling: 'dropped' })],
    ['ratta', (request) => correction(field(request, 'mening', 1000))],
  ]
  for (const folder of ['artiklar', 'handelser', 'foljetonger'])
    for (const [name, read] of rulings)
      app.post(
        `/admin/${folder}/:id(^\\d{1,15}$)/meningar/:claim(^\\d{1,15}$)/${name}`,
        async (request: BySentence, reply) => {
          const path = `/admin/${folder}/${Number(request.params.id)}#meningar`
          const ruling = read(request)
          if (ruling === null) return admin.go(reply, path, 'unchanged')
          try {
            const outcome = await operator.ruleSentence(Number(request.params.claim), ruling)
            return admin.after(reply, path, outcome, 'corrected')
          } catch (error) {
            // The text was written anew meanwhile, or this is its last sentence.
            codeOf(error, 'unprocessable', 'not_found')
            return admin.go(reply, path, 'overtaken')
          }
        },
      )
}

const correction = (sentence: string): SentenceRuling | null =>
  sentence === '' ? null : { ruling: 'corrected', sentence }
