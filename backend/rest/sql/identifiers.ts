/** Quotes names for statements. Names from a request enter a statement only through these functions. */
import { invalidText } from '../errors.ts'
import type { TableName } from '../schema-cache/types.ts'

export function quoteName(name: string): string {
  if (name.includes('\0')) throw invalidText('0x00')
  return `"${name.replaceAll('"', '""')}"`
}

export const quoteTable = ({ schema, name }: TableName): string => `${quoteName(schema)}.${quoteName(name)}`

/** `"products"."name"`, `"products".*` */
export const quoteColumn = (alias: string, column: string): string =>
  `${quoteName(alias)}.${column === '*' ? '*' : quoteName(column)}`

/** A string constant, for names from the catalog. */
export function quoteLiteral(text: string): string {
  const doubled = text.replaceAll("'", "''")
  return doubled.includes('\\') ? `E'${doubled.replaceAll('\\', '\\\\')}'` : `'${doubled}'`
}

/** Type names that exist only in PostgreSQL's grammar; other names are quoted. */
const grammarTypes = new Map([
  ['int', 'int4'],
  ['integer', 'int4'],
  ['bigint', 'int8'],
  ['smallint', 'int2'],
  ['real', 'float4'],
  ['float', 'float8'],
  ['double precision', 'float8'],
  ['decimal', 'numeric'],
  ['dec', 'numeric'],
  ['boolean', 'bool'],
  ['char', 'bpchar'],
  ['character', 'bpchar'],
  ['character varying', 'varchar'],
  ['timestamp without time zone', 'timestamp'],
  ['timestamp with time zone', 'timestamptz'],
  ['time without time zone', 'time'],
  ['time with time zone', 'timetz'],
  ['bit varying', 'varbit'],
])

/** The type of a request's `::cast`, lower-cased as PostgreSQL does with unquoted names. */
export function quoteType(cast: string): string {
  const name = cast.toLowerCase().replaceAll(/ +/g, ' ')
  return quoteName(grammarTypes.get(name) ?? name)
}
