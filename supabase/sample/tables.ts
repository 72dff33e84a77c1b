/** Rows in the table API's types. */
import type { Database } from '../../domain/database.generated.ts'

type Tables = Database['public']['Tables']
export type TableName = keyof Tables
export type Insert<Name extends TableName> = Tables[Name]['Insert']
