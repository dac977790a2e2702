/** `exclude`: both cannot be true; `add`: both can, of one matter; `same`: in other words; `other`: of other matters. */
export const RELATIONS = ['exclude', 'add', 'same', 'other'] as const
/** Of two statements, as a judge answers. */
export type Relation = (typeof RELATIONS)[number]
