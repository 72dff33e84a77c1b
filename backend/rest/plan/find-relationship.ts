/** Finds the relationship that an embedded resource's name and hint identify. */
import {
  isSameTable,
  type KeyRelationship,
  type Relationship,
  type SchemaCache,
  type TableName,
  tableKey,
} from '../schema-cache/types.ts'
import { ambiguousRelationship, relationshipNotFound } from './plan-errors.ts'

/**
 * @param target the name in `select`: a table, view or computed relationship, a foreign key's constraint, or its column
 * @param hint the part after `!`: a constraint, a column of either side, or a junction table
 * @throws RestError PGRST200, PGRST201
 */
export function findRelationship(
  cache: SchemaCache,
  origin: TableName,
  target: string,
  hint: string | undefined,
): Relationship {
  const related = cache.relationships.get(tableKey(origin)) ?? []
  const found = related.filter(
    (relationship) => relationship.foreignTable.schema === origin.schema && matches(relationship, target, hint),
  )
  const [first, second] = found
  if (first === undefined) throw relationshipNotFound(cache, origin, target, hint)
  if (second !== undefined) throw ambiguousRelationship(origin, target, found)
  return first
}

function matches(relationship: Relationship, target: string, hint: string | undefined): boolean {
  switch (relationship.kind) {
    case 'computed':
      return target === relationship.routine.name
    case 'many-to-many': {
      const { table, foreignTable, junction } = relationship
      // From a table to itself through a junction there are always two directions, and no name distinguishes them.
      if (isSameTable(table, foreignTable)) return false
      return target === foreignTable.name && (hint === undefined || hint === junction.name)
    }
    default:
      return isSameTable(relationship.table, relationship.foreignTable)
        ? matchesSelfReference(relationship, target, hint)
        : matchesKey(relationship, target, hint)
  }
}

function matchesKey(relationship: KeyRelationship, target: string, hint: string | undefined): boolean {
  const { constraint, foreignTable, isForeignView } = relationship
  if (hint !== undefined) {
    const isHinted =
      hint === constraint || hint === singleNearColumn(relationship) || hint === singleFarColumn(relationship)
    return target === foreignTable.name && isHinted
  }
  if (target === foreignTable.name) return true
  return !isForeignView && (target === constraint || target === singleNearColumn(relationship))
}

/**
 * A key of a table to itself makes two relationships: the table's name means the rows that point here, the key's column the row pointed
 * to. `children:folders!parent_id(*)` chooses among several such keys.
 */
function matchesSelfReference(relationship: KeyRelationship, target: string, hint: string | undefined): boolean {
  const { kind, foreignTable } = relationship
  if (hint !== undefined)
    return target === foreignTable.name && kind === 'one-to-many' && hint === singleFarColumn(relationship)
  if (target === foreignTable.name) return kind === 'one-to-many'
  return kind !== 'one-to-many' && target === singleNearColumn(relationship)
}

function singleNearColumn({ columns }: KeyRelationship): string | undefined {
  return columns.length === 1 ? columns[0]?.[0] : undefined
}

function singleFarColumn({ columns }: KeyRelationship): string | undefined {
  return columns.length === 1 ? columns[0]?.[1] : undefined
}

export function isToOne(relationship: Relationship): boolean {
  if (relationship.kind === 'computed') return relationship.isToOne
  return relationship.kind === 'many-to-one' || relationship.kind === 'one-to-one'
}
