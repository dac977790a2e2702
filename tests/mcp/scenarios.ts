/** Protocol revisions that the conformance suite knows and the SDK speaks, and the scenarios that cannot apply here. */

export const revisions = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']

export const inapplicable: Record<string, string> = {}
