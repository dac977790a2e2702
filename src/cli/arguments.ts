/** Arguments of commands: text → values. */
import { InvalidArgumentError } from 'commander'

export function integer(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** For an argument that may be given several times. */
export const integers = (text: string, before: number[] = []): number[] => [...before, integer(text)]

export const texts = (text: string, before: string[] = []): string[] => [...before, text]
