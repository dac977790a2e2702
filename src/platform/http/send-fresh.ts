/** An answer that is made for one request and not cached, compressed where the client asks. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, compress } from './encode.ts'

export function sendFresh(request: FastifyRequest, reply: FastifyReply, type: string, body: string): FastifyReply {
  const bytes = Buffer.from(body)
  const encoding = chooseEncoding(request.headers['accept-encoding'], bytes.length)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  return reply.type(type).header('vary', 'accept-encoding').send(compress(bytes, encoding))
}
