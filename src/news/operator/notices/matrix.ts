/** Notices to a room of Matrix (Client-Server API, PUT /rooms/{roomId}/send/{eventType}/{txnId}). */
import { createHash } from 'node:crypto'
import type { Config } from '../../../config.ts'
import { type Channel, sendJson } from './channel.ts'

type Settings = Pick<Config, 'NOTIFY_MATRIX' | 'NOTIFY_MATRIX_ROOM' | 'NOTIFY_MATRIX_TOKEN'>

export function matrixChannel({ NOTIFY_MATRIX, NOTIFY_MATRIX_ROOM, NOTIFY_MATRIX_TOKEN }: Settings): Channel | null {
  if (!NOTIFY_MATRIX || !NOTIFY_MATRIX_ROOM) return null
  const roomUrl = `${NOTIFY_MATRIX.replace(/\/+$/, '')}/_matrix/client/v3/rooms/${encodeURIComponent(NOTIFY_MATRIX_ROOM)}`
  return {
    name: 'NOTIFY_MATRIX',
    send: ({ title, text }) => {
      const body = { msgtype: 'm.text', body: `${title}\n\n${text}` }
      // The same message sent again within an hour, as after a lost answer, is one message.
      const hour = Math.floor(Date.now() / 3_600_000)
      const id = createHash('sha256').update(`${hour}\n${body.body}`).digest('hex').slice(0, 32)
      const url = `${roomUrl}/send/m.room.message/${id}`
      return sendJson({ method: 'PUT', url, token: NOTIFY_MATRIX_TOKEN, body })
    },
  }
}
