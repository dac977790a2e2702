/** What columns are: how they are read, inserted and updated. */
import type { ColumnType, Generated } from 'kysely'

export type Id = Generated<number>
export type Defaulted<T> = ColumnType<T, T | undefined, T>
/** Read as what it holds, written as its text. */
export type Json<T> = ColumnType<T, string | undefined, string>
export type Time = ColumnType<Date, Date, Date>
