/** The outermost select of every statement: counts, the body as text, and the response settings of functions. */
import type { Media } from '../plan/media.ts'
import { quoteLiteral, quoteTable } from './identifiers.ts'
import { rowsName } from './read.ts'

/** The alias of the body's rows. It is unlikely to be a column name, which a short alias could be. */
export const rowName = 'rest_row'

/** The cells of the single result row, in order. */
export const cells = { total: 0, rows: 1, body: 2, headers: 3, status: 4, location: 5, inserted: 6 } as const

/** A result row whose body is the query plan. */
export const planResultRow = (plan: string): (string | null)[] =>
  Object.keys(cells).map((cell) => (cell === 'body' ? plan : null))

export interface Envelope {
  readonly total?: string
  readonly rows?: string
  readonly body: string
  readonly location?: string
  readonly inserted?: string
  /** Expressions that fail to undo a disallowed change. */
  readonly guards?: readonly string[]
}

// An unset setting is null; one set in an earlier transaction of the connection is ''.
const setting = (name: string) => `nullif(current_setting('${name}', true), '')`

export function envelope({ total, rows, body, location, inserted, guards = [] }: Envelope): string {
  return [
    `${total ?? 'null::bigint'}`,
    rows ?? 'count(*)',
    body,
    // After the body, because building it may set them.
    setting('response.headers'),
    setting('response.status'),
    location ?? 'null::text',
    inserted ?? 'null::bigint',
    ...guards,
  ].join(', ')
}

/** The rows in the requested form. */
export function rowsBody(media: Media): string {
  switch (media.form) {
    case 'object':
      // Guards ensure exactly one row, so the array's first element is the row.
      return `coalesce(${strip(media, `json_agg(${rowName})`)}->0, 'null')::text`
    case 'csv':
      return csvBody
    case 'aggregate':
      return handlerBody(media)
    default:
      return `coalesce(${strip(media, `json_agg(${rowName})`)}, '[]')::text`
  }
}

/** The expression to measure: the JSON before it is stripped, which is computed anyway. */
export const measuredBody = (media: Media): string =>
  media.form === 'csv' || media.form === 'aggregate' ? rowsBody(media) : `json_agg(${rowName})`

/** The result of a media handler; one for a table requires the table's row type. */
function handlerBody({ handler, isBinary }: Media): string {
  if (handler === undefined) throw new Error('a response by aggregate has a handler')
  const row = handler.table === undefined ? rowName : `${rowName}::${quoteTable(handler.table)}`
  return asText(`${quoteTable(handler.aggregate)}(${row})`, isBinary)
}

/** A value as the body; bytes as digits, because results are text. */
export const asText = (value: string, isBinary: boolean) =>
  `coalesce(${isBinary ? `encode(${value}, 'hex')` : `${value}::text`}, '')`

const strip = ({ stripsNulls }: Media, expression: string) =>
  stripsNulls ? `json_strip_nulls(${expression})` : expression

/** A row's text format is CSV in parentheses; its JSON provides the names. */
const csvName = `case when name ~ '[",\\r\\n]' then '"' || replace(name, '"', '""') || '"' else name end`
const csvBody =
  `coalesce((select string_agg(${csvName}, ',') from json_object_keys(json_agg(${rowName})->0) as name), '') || e'\\n' || ` +
  `coalesce(string_agg(substring(${rowName}::text, 2, length(${rowName}::text) - 2), e'\\n'), '')`

/** The primary key of the first changed row, for its Location: `id=eq.7&lang=eq.en`. */
export function locationOf(primaryKey: readonly string[]): string | undefined {
  if (primaryKey.length === 0) return undefined
  const names = primaryKey.map(quoteLiteral).join(', ')
  return (
    `(select json_agg(json_build_array(k.key, k.value))::text ` +
    `from (select row_to_json(r) as row from ${rowsName} as r limit 1) as first, ` +
    `json_each_text(first.row) as k where k.key in (${names}))`
  )
}
