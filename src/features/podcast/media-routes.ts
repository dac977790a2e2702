/** The files of episodes below /media/podcast/: byte ranges, validators, the right types. Their names change with them. */
import { extname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { makeOwnedFolder } from '../../platform/settings/data-owner.ts'

const TYPES: Record<string, string> = {
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.ogg': 'audio/ogg',
  '.jpg': 'image/jpeg',
}

export function mediaRoutes(app: FastifyInstance, folder: string): void {
  makeOwnedFolder(folder)
  app.register(
    async (media) => {
      media.setNotFoundHandler(() => {
        throw new AppError('not_found', 'There is no such file.')
      })
      media.setErrorHandler((error: FastifyError & { headers?: Record<string, string> }, _request, reply) => {
        // RFC 9110, 15.5.17: the answer tells the real length.
        if (error.statusCode === 416)
          return reply
            .code(416)
            .headers(error.headers ?? {})
            .type('text/plain; charset=utf-8')
            .send('No such range.\n')
        if (error.statusCode && error.statusCode < 500) throw new AppError('not_found', 'There is no such file.')
        throw error
      })
      await media.register(fastifyStatic, {
        root: folder,
        prefix: '/',
        index: false,
        dotfiles: 'ignore',
        cacheControl: false,
        decorateReply: false,
        setHeaders: (reply, path) => {
          reply.header('content-type', TYPES[extname(path)] ?? 'application/octet-stream')
          reply.header('cache-control', 'public, max-age=31536000, immutable')
          reply.header('access-control-allow-origin', '*')
        },
      })
    },
    { prefix: '/media/podcast' },
  )
}
