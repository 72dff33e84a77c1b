/** What a subscriber is told of a change, as Supabase words it. Values are JSON text from the database and pass through untouched. */
import type { Change } from './change-log.ts'
import type { ReadableColumn } from './readers.ts'

/** As on Supabase: of larger rows only the small values are told. */
const largestRow = 1024 * 1024
const smallValue = 64

/** @param columns those that the subscriber may read and has asked for */
export function changePayload(change: Change, columns: readonly ReadableColumn[], ids: readonly number[]): string {
  const { row, former } = change
  const lengthOf = (name: string) => (row.get(name)?.length ?? 0) + (former?.get(name)?.length ?? 0)
  const isLarge = columns.reduce((sum, { name }) => sum + lengthOf(name), 0) > largestRow
  const object = (chosen: readonly ReadableColumn[], from = row) =>
    `{${chosen
      .map(({ name }) => ({ name, value: from.get(name) ?? 'null' }))
      .filter(({ value }) => !isLarge || value.length <= smallValue)
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
    ...(change.type === 'INSERT' ? [] : [`"old_record":${former ? object(columns, former) : object(key)}`]),
    `"errors":${isLarge ? '["Error 413: Payload Too Large"]' : 'null'}`,
  ]
  return `{"ids":[${ids.join(',')}],"data":{${parts.join(',')}}}`
}
