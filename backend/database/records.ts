/** Converts results to plain objects, for backend modules that read rows themselves. */
import type { Result } from './database.ts'

type Cell = string | number | boolean | null | Json
type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type DatabaseRecord = Record<string, Cell>

/** By type OID: bool, int2, int4, oid, float4, float8, json, jsonb. Other types (bigint, numeric, timestamps, uuid) stay text. */
const parsers: Readonly<Record<number, (text: string) => Cell>> = {
  16: (text) => text === 't',
  21: Number,
  23: Number,
  26: Number,
  700: Number,
  701: Number,
  114: (text) => JSON.parse(text),
  3802: (text) => JSON.parse(text),
}

/** Rows as objects keyed by column name. */
export function asRecords(result: Result): DatabaseRecord[] {
  return result.rows.map((row) => {
    const record: DatabaseRecord = {}
    result.columns.forEach((column, index) => {
      const text = row[index] ?? null
      record[column.name] = text === null ? null : (parsers[column.type]?.(text) ?? text)
    })
    return record
  })
}
