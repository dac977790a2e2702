/** Types of settings as they stand in the environment: texts. */
import { isIP } from 'node:net'
import { z } from 'zod'

const blankIsUnset = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)
export const setting = <T extends z.ZodType>(type: T) => z.preprocess(blankIsUnset, type)
export const split = (text: string) => text.split(',').flatMap((part) => part.trim() || [])
export const listOf = (fits: (part: string) => boolean, error: string) =>
  setting(
    z
      .string()
      .default('')
      .transform(split)
      .refine((parts) => parts.every(fits), error),
  )
export const list = listOf(() => true, '')
export function integer(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(error).refine((n) => Number.isInteger(n) && n >= min && n <= max, error)
}
const amountError = 'must be a number, 0 or more, with a point before its decimals'
export const amount = z.coerce.number(amountError).refine((n) => n >= 0 && Number.isFinite(n), amountError)
export const oneOf = <const T extends string[]>(...values: T) => z.enum(values, `must be one of ${values.join(', ')}`)
export const url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
export const isOrigin = (text: string) => URL.canParse(text) && /^https?:\/\/[^/?#@]+\/*$/i.test(text)
export const hasPath = 'must be an origin, as https://news.example.org: pages are served at its root'
export const proxyError =
  'must be the number of proxies in front, or their addresses or ranges (10.0.0.0/8) with commas between'
export function isAddressRange(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/')
  return (
    rest.length === 0 && /^\d{1,3}$/.test(bits) && isIP(address) > 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128)
  )
}
export const isMailAddress = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)
/** Base64url of so many bytes, as web-push and others print it. */
export const vapidKey = (bytes: number) =>
  z
    .string()
    .refine((text) => Buffer.from(text, 'base64url').length === bytes, `must be ${bytes} bytes in base64url`)
    .optional()
export const hostNames = listOf(
  (name) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(name),
  'must be host names in lower case with commas between',
)
export const path = z
  .string()
  .refine((text) => !text.startsWith('~'), 'must be a path from / or the working directory: ~ is not expanded')
export const secret = setting(z.string().optional())

/** True when other servers may know this origin: a name with a dot, or a public-looking address. */
export function isReachable(origin: string): boolean {
  const { hostname } = new URL(origin)
  return /\.[a-z][a-z0-9-]*$/i.test(hostname) && !/\.(?:local|localhost|internal|lan|home)$/i.test(hostname)
}

/** Settings of a feature, in the order of .env.example. */
export interface FeatureSettings<Shape extends z.ZodRawShape> {
  shape: Shape
  /** A line for each that contradicts another. */
  violations?(settings: z.infer<z.ZodObject<Shape>>, site: { reachable: boolean }): string[]
}

export const featureSettingsOf = <Shape extends z.ZodRawShape>(
  shape: Shape,
  violations?: FeatureSettings<Shape>['violations'],
): FeatureSettings<Shape> => ({ shape, ...(violations && { violations }) })

export const NO_SETTINGS = featureSettingsOf({})
