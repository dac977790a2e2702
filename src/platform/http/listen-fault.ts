/** Why a listener could not be opened, by the setting that is to be changed. */
import { messageOf } from '../errors.ts'

export function listenError(error: NodeJS.ErrnoException, { HOST, PORT }: { HOST: string; PORT: number }): string {
  const { code = '' } = error
  if (code === 'EADDRINUSE') return `PORT: ${HOST}:${PORT} is taken by another program: choose another port.`
  if (code === 'EACCES') return `PORT: ${PORT} needs rights that this user has not; take one above 1023.`
  if (/^(?:EADDRNOTAVAIL|EAFNOSUPPORT|ENOTFOUND|EAI_\w+)$/.test(code))
    return `HOST: ${HOST} is not an address of this machine.`
  return `HOST: ${messageOf(error)}`
}
