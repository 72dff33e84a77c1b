/** The outermost select of every statement: counts, the body as PostgreSQL writes it, and what functions set for the response. */
import type { Media } from '../plan/media.ts'
import { quoteLiteral, quoteTable } from './identifiers.ts'
import { rowsName } from './read.ts'

/** The alias of the rows that the body is made of; a bare `t` would mean a column where a table has one of that name. */
export const rowName = 'rest_row'

/** Cells of the one row that every statement yields, in order. */
export const cells = { total: 0, rows: 1, body: 2, headers: 3, status: 4, location: 5, inserted: 6 } as const

/** The row as it would be if the statement's plan were its body. */
export const planResultRow = (plan: string): (string | null)[] =>
  Object.keys(cells).map((cell) => (cell === 'body' ? plan : null))

export interface Envelope {
  readonly total?: string
  readonly rows?: string
  readonly body: string
  readonly location?: string
  readonly inserted?: string
  /** Expressions that fail where the change may not stand, which undoes it. */
  readonly guards?: readonly string[]
}

// An unset setting reads as null, one that was set in an earlier transaction of the connection as ''.
const setting = (name: string) => `nullif(current_setting('${name}', true), '')`

export function envelope({ total, rows, body, location, inserted, guards = [] }: Envelope): string {
  return [
    `${total ?? 'null::bigint'}`,
    rows ?? 'count(*)',
    body,
    // After the body, whose making may set them.
    setting('response.headers'),
    setting('response.status'),
    location ?? 'null::text',
    inserted ?? 'null::bigint',
    ...guards,
  ].join(', ')
}

/** The rows in the form asked for. */
export function rowsBody(media: Media): string {
  switch (media.form) {
    case 'object':
      // One row or an error, so that the first of the array is the row.
      return `coalesce(${strip(media, `json_agg(${rowName})`)}->0, 'null')::text`
    case 'csv':
      return csvBody
    case 'aggregate':
      return handlerBody(media)
    default:
      return `coalesce(${strip(media, `json_agg(${rowName})`)}, '[]')::text`
  }
}

/** What of the body is measured: its JSON before it is stripped or taken apart, which is there anyway. */
export const measuredBody = (media: Media): string =>
  media.form === 'csv' || media.form === 'aggregate' ? rowsBody(media) : `json_agg(${rowName})`

/** What an aggregate of the database makes of the rows; one made for a table needs them to be that table's. */
function handlerBody({ handler, isBinary }: Media): string {
  if (handler === undefined) throw new Error('a response by aggregate has a handler')
  const row = handler.table === undefined ? rowName : `${rowName}::${quoteTable(handler.table)}`
  return asText(`${quoteTable(handler.aggregate)}(${row})`, isBinary)
}

/** A value that is the body; bytes as digits, since what PostgreSQL yields is text. */
export const asText = (value: string, isBinary: boolean) =>
  `coalesce(${isBinary ? `encode(${value}, 'hex')` : `${value}::text`}, '')`

const strip = ({ stripsNulls }: Media, expression: string) =>
  stripsNulls ? `json_strip_nulls(${expression})` : expression

/** A row's text is its values in CSV between parentheses; its JSON has their names. */
const csvName = `case when name ~ '[",\\r\\n]' then '"' || replace(name, '"', '""') || '"' else name end`
const csvBody =
  `coalesce((select string_agg(${csvName}, ',') from json_object_keys(json_agg(${rowName})->0) as name), '') || e'\\n' || ` +
  `coalesce(string_agg(substring(${rowName}::text, 2, length(${rowName}::text) - 2), e'\\n'), '')`

/** `id=eq.7&lang=eq.en` of the first changed row, for its Location. */
export function locationOf(primaryKey: readonly string[]): string | undefined {
  if (primaryKey.length === 0) return undefined
  const names = primaryKey.map(quoteLiteral).join(', ')
  return (
    `(select json_agg(json_build_array(k.key, k.value))::text ` +
    `from (select row_to_json(r) as row from ${rowsName} as r limit 1) as first, ` +
    `json_each_text(first.row) as k where k.key in (${names}))`
  )
}
