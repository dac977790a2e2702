/** Why texts of models are refused, by kind: the name that comes before the reason. Some are of rules that earlier versions had. */

export const refusalKinds = [
  'shape',
  'length',
  'language',
  'markup',
  'self-talk',
  'injection',
  'quotes',
  'numbers',
  'dates',
  'names',
  'copying',
  'evidence',
  'literal',
  'places',
  'changes',
  'roles',
  'polarity',
  'certainty',
  'inventions',
  'about',
  'points',
  'judge',
  'operator',
] as const

export type RefusalKind = (typeof refusalKinds)[number] | 'rest'

/** `rest` for all other reasons. */
export const refusalKindOf = (reason: string | null): RefusalKind =>
  refusalKinds.find((kind) => reason === kind || reason?.startsWith(`${kind}:`)) ?? 'rest'
