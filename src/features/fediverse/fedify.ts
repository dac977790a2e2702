/** The library for the fediverse, which an operator installs where it is wanted (ADR 0016). */

export const FEDIFY_MISSING =
  'FEDIVERSE is on and Fedify is not installed. Run: npm install --no-save @fedify/fedify@2.3.6'

/** Loads nothing. */
export function hasFedify(): boolean {
  try {
    import.meta.resolve('@fedify/fedify')
    return true
  } catch {
    return false
  }
}
