/** What the table API returns of a row: exactly the columns and embedded rows that `select` names. */

/** A row of the answer lacks a column that the request names. */
export class MissingColumn extends Error {
  override name = 'MissingColumn'
}

/**
 * @param select such as 'id, shop:shops!inner(name)'
 * @throws MissingColumn naming the column
 */
export function selectColumns(rows: unknown, select: string): unknown {
  if (Array.isArray(rows)) return rows.map((row) => selectColumns(row, select))
  if (!isRow(rows)) return rows
  return Object.fromEntries(itemsOf(select).flatMap((item) => readItem(rows, item)))
}

type ReadonlyRow = Readonly<Record<string, unknown>>

const isRow = (value: unknown): value is ReadonlyRow => typeof value === 'object' && value !== null

function readItem(row: ReadonlyRow, item: string): [name: string, value: unknown][] {
  if (item === '*') return Object.entries(row)
  const [, spread, alias, name = '', inner] = /^(\.\.\.)?(?:([\w-]+):)?([\w-]+)[^(]*(?:\((.*)\))?$/s.exec(item) ?? []
  // An embed without columns only filters.
  if (inner === '') return []
  const key = alias ?? name
  const value = row[key]
  if (value === undefined) throw new MissingColumn(key)
  if (inner === undefined) return [[key, value]]
  const embedded = within(key, () => selectColumns(value, inner))
  return spread && isRow(embedded) ? Object.entries(embedded) : [[key, embedded]]
}

function within<Value>(key: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw error instanceof MissingColumn ? new MissingColumn(`${key}.${error.message}`) : error
  }
}

/** The parts between the commas outside brackets. */
function itemsOf(select: string): string[] {
  const items = ['']
  let depth = 0
  for (const character of select.replaceAll(/[\s"]/g, '')) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ',' && depth === 0) items.push('')
    else items.push(`${items.pop()}${character}`)
  }
  return items.filter((item) => item !== '')
}
