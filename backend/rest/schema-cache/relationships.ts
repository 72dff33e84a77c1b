/** Derives relationships from foreign keys: both directions, views that project the keys, and junctions. */
import type { CatalogKey, CatalogTable } from './catalog.ts'
import {
  type ColumnPair,
  type JunctionRelationship,
  type KeyRelationship,
  type Relationship,
  type Table,
  tableKey,
} from './types.ts'
import type { Origins } from './view-origins.ts'

/** A table itself, or a view of it: the names of its columns, by column number of the table. */
interface Projection {
  readonly table: Table
  readonly isView: boolean
  readonly names: ReadonlyMap<number, readonly string[]>
}

/** A view may project a key column several times; beyond this many combinations they are ignored. */
const maxCombinations = 16

export function deriveRelationships(
  catalogTables: readonly CatalogTable[],
  keys: readonly CatalogKey[],
  tables: ReadonlyMap<string, Table>,
  origins: ReadonlyMap<string, Origins>,
): Relationship[] {
  const projections = projectionsByTable(catalogTables, tables, origins)
  const uniques = uniqueKeys(keys)
  const forward = keys.flatMap((key) => relationshipsOfKey(key, projections, uniques))
  return [...forward.map(invert), ...forward, ...junctions(forward, tables)]
}

function projectionsByTable(
  catalogTables: readonly CatalogTable[],
  tables: ReadonlyMap<string, Table>,
  origins: ReadonlyMap<string, Origins>,
): ReadonlyMap<string, Projection[]> {
  const projections = new Map<string, Projection[]>()
  const add = (oid: string, projection: Projection) => {
    const known = projections.get(oid)
    if (known === undefined) projections.set(oid, [projection])
    else known.push(projection)
  }
  for (const entry of catalogTables) {
    const table = tables.get(tableKey(entry))
    if (table === undefined) continue
    const columnsByTable = new Map<string, Map<number, string[]>>()
    const addColumn = (oid: string, number: number, name: string) => {
      const columns = columnsByTable.get(oid) ?? new Map<number, string[]>()
      columnsByTable.set(oid, columns.set(number, [...(columns.get(number) ?? []), name]))
    }
    const viewOrigins = origins.get(entry.oid)
    for (const column of entry.columns) {
      if (viewOrigins === undefined) addColumn(entry.oid, column.number, column.name)
      else {
        const origin = viewOrigins.get(column.number)
        if (origin !== undefined) addColumn(origin.table, origin.column, column.name)
      }
    }
    for (const [oid, names] of columnsByTable) add(oid, { table, isView: viewOrigins !== undefined, names })
  }
  return projections
}

function uniqueKeys(keys: readonly CatalogKey[]): ReadonlySet<string> {
  return new Set(keys.filter((key) => key.type !== 'f').map((key) => columnSet(key.table, key.columns)))
}

const columnSet = (table: string, columns: readonly number[]) => `${table}:${columns.toSorted((a, b) => a - b).join()}`

function relationshipsOfKey(
  key: CatalogKey,
  projections: ReadonlyMap<string, Projection[]>,
  uniques: ReadonlySet<string>,
): KeyRelationship[] {
  const { foreignTable, foreignColumns } = key
  if (key.type !== 'f' || foreignTable === null || foreignColumns === null) return []
  const kind = uniques.has(columnSet(key.table, key.columns)) ? 'one-to-one' : 'many-to-one'
  const found: KeyRelationship[] = []
  for (const near of projections.get(key.table) ?? []) {
    const nearNames = namesOf(near, key.columns)
    if (nearNames.length === 0) continue
    for (const far of projections.get(foreignTable) ?? []) {
      for (const farNames of namesOf(far, foreignColumns)) {
        for (const names of nearNames) {
          const columns = names.map((name, index): ColumnPair => [name, farNames[index] ?? ''])
          found.push({
            kind,
            table: near.table,
            foreignTable: far.table,
            constraint: key.name,
            columns,
            isNearView: near.isView,
            isForeignView: far.isView,
          })
        }
      }
    }
  }
  return found
}

/** All combinations of names for the columns; none if a column is missing. */
function namesOf(projection: Projection, columns: readonly number[]): string[][] {
  let combinations: string[][] = [[]]
  for (const column of columns) {
    const names = projection.names.get(column) ?? []
    combinations = combinations.flatMap((combination) => names.map((name) => [...combination, name]))
    if (combinations.length > maxCombinations) return []
  }
  return combinations
}

function invert(relationship: KeyRelationship): KeyRelationship {
  const { kind, table, foreignTable, columns } = relationship
  return {
    ...relationship,
    kind: kind === 'many-to-one' ? 'one-to-many' : kind,
    table: foreignTable,
    foreignTable: table,
    columns: columns.map(([near, far]): ColumnPair => [far, near]),
    isNearView: relationship.isForeignView,
    isForeignView: relationship.isNearView,
  }
}

/** Two foreign keys that are part of a table's primary key make a many-to-many between the tables they reference. */
function junctions(forward: readonly KeyRelationship[], tables: ReadonlyMap<string, Table>): JunctionRelationship[] {
  const byTable = new Map<string, KeyRelationship[]>()
  for (const relationship of forward) {
    if (relationship.kind !== 'many-to-one') continue
    const key = tableKey(relationship.table)
    byTable.set(key, [...(byTable.get(key) ?? []), relationship])
  }
  const found: JunctionRelationship[] = []
  for (const [key, relationships] of byTable) {
    const primaryKey = new Set(tables.get(key)?.primaryKey)
    const keyed = relationships.filter(({ columns }) => columns.every(([near]) => primaryKey.has(near)))
    for (const near of keyed) {
      for (const far of keyed) {
        if (near.constraint === far.constraint) continue
        found.push({
          kind: 'many-to-many',
          table: near.foreignTable,
          foreignTable: far.foreignTable,
          junction: near.table,
          nearConstraint: near.constraint,
          nearColumns: near.columns.map(([junction, table]): ColumnPair => [table, junction]),
          farConstraint: far.constraint,
          farColumns: far.columns,
        })
      }
    }
  }
  return found
}
