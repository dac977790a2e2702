/** A length, or a place in a recording, as players show it: whole seconds that have passed. "1:02:03" or "8:41". */
export function clockLength(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds))
  const [h, m, s] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}
