/** The payload of a change, in Supabase's format. Values are JSON text from the database and stay unchanged. */
import type { Change } from './change-log.ts'
import type { ReadableColumn } from './read-access.ts'

/** As on Supabase, a larger row is sent with its small values only. */
const maxRowLength = 1024 * 1024
const smallValueLength = 64

/** @param columns those that the subscriber may read and has selected */
export function changePayload(change: Change, columns: readonly ReadableColumn[], ids: readonly number[]): string {
  const { row, oldRow } = change
  const lengthOf = (name: string) => (row.get(name)?.length ?? 0) + (oldRow?.get(name)?.length ?? 0)
  const isLarge = columns.reduce((sum, { name }) => sum + lengthOf(name), 0) > maxRowLength
  const object = (chosen: readonly ReadableColumn[], from = row) =>
    `{${chosen
      .map(({ name }) => ({ name, value: from.get(name) ?? 'null' }))
      .filter(({ value }) => !isLarge || value.length <= smallValueLength)
      .map(({ name, value }) => `${JSON.stringify(name)}:${value}`)
      .join(',')}}`
  const key = columns.filter(({ isKey }) => isKey)
  const parts = [
    `"schema":${JSON.stringify(change.schema)}`,
    `"table":${JSON.stringify(change.table)}`,
    `"commit_timestamp":"${change.happenedAt}"`,
    `"type":"${change.type}"`,
    `"columns":${JSON.stringify(columns.map(({ name, type }) => ({ name, type })))}`,
    ...(change.type === 'DELETE' ? [] : [`"record":${object(columns)}`]),
    ...(change.type === 'INSERT' ? [] : [`"old_record":${oldRow ? object(columns, oldRow) : object(key)}`]),
    `"errors":${isLarge ? '["Error 413: Payload Too Large"]' : 'null'}`,
  ]
  return `{"ids":[${ids.join(',')}],"data":{${parts.join(',')}}}`
}
