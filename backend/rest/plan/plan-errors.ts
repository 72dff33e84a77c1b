/** PostgREST's PGRST2xx errors for names that are not in the schema cache, with suggestions. */
import { RestError } from '../errors.ts'
import { type Relationship, type Routine, type SchemaCache, type TableName, tableKey } from '../schema-cache/types.ts'
import { suggest } from './suggestion.ts'

/** Minimum similarity of suggestions, high for tables and functions, low for relationships and parameters. */
const highSimilarity = 0.75
const lowSimilarity = 0.33

const namesIn = (schema: string, entries: Iterable<{ readonly schema: string; readonly name: string }>) =>
  [...entries].filter((entry) => entry.schema === schema).map((entry) => entry.name)

export function tableNotFound(cache: SchemaCache, { schema, name }: TableName): RestError {
  const suggestion = suggest(name, namesIn(schema, cache.tables.values()), highSimilarity)
  return new RestError({
    status: 404,
    code: 'PGRST205',
    message: `Could not find the table '${schema}.${name}' in the schema cache`,
    hint: suggestion === undefined ? null : `Perhaps you meant the table '${schema}.${suggestion}'`,
  })
}

export const columnNotFound = (table: string, column: string) =>
  new RestError({
    status: 400,
    code: 'PGRST204',
    message: `Could not find the '${column}' column of '${table}' in the schema cache`,
  })

export function relationshipNotFound(
  cache: SchemaCache,
  parent: TableName,
  child: string,
  hint: string | undefined,
): RestError {
  const { schema, name } = parent
  const usingHint = hint === undefined ? '' : ` using the hint '${hint}'`
  return new RestError({
    status: 400,
    code: 'PGRST200',
    message: `Could not find a relationship between '${name}' and '${child}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${name}' and '${child}'${usingHint} in the schema '${schema}', but no matches were found.`,
    hint: suggestRelation(cache, parent, child),
  })
}

function suggestRelation(cache: SchemaCache, parent: TableName, child: string): string | null {
  const children = (cache.relationships.get(tableKey(parent)) ?? []).map(({ foreignTable }) => foreignTable.name)
  // The name exists, so the hint is wrong, and there is nothing to suggest.
  if (children.includes(child)) return null
  const suggestion = suggest(child, children, lowSimilarity)
  return suggestion === undefined ? null : `Perhaps you meant '${suggestion}' instead of '${child}'.`
}

export function ambiguousRelationship(
  parent: TableName,
  child: string,
  relationships: readonly Relationship[],
): RestError {
  const choices = relationships.map((relationship) => `'${relationship.foreignTable.name}!${hintOf(relationship)}'`)
  return new RestError({
    status: 300,
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${parent.name}' and '${child}'`,
    details: relationships.map(describe),
    hint: `Try changing '${child}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
  })
}

function hintOf(relationship: Relationship): string {
  if (relationship.kind === 'computed') return relationship.routine.name
  return relationship.kind === 'many-to-many' ? relationship.junction.name : relationship.constraint
}

function describe(relationship: Relationship): Record<string, string> {
  const { kind, table, foreignTable } = relationship
  const embedding = `${table.name} with ${foreignTable.name}`
  if (kind === 'computed') return { cardinality: kind, embedding, relationship: relationship.routine.name }
  const list = (names: readonly string[]) => `(${names.join(', ')})`
  if (kind === 'many-to-many') {
    const near = `${relationship.nearConstraint}${list(relationship.nearColumns.map(([, junction]) => junction))}`
    const far = `${relationship.farConstraint}${list(relationship.farColumns.map(([junction]) => junction))}`
    return { cardinality: kind, embedding, relationship: `${relationship.junction.name} using ${near} and ${far}` }
  }
  const near = `${table.name}${list(relationship.columns.map(([name]) => name))}`
  const far = `${foreignTable.name}${list(relationship.columns.map(([, name]) => name))}`
  return { cardinality: kind, embedding, relationship: `${relationship.constraint} using ${near} and ${far}` }
}

export interface RoutineLookup extends TableName {
  readonly arguments: readonly string[]
  /** The type of a raw body, sent to a function's single unnamed parameter. */
  readonly rawType: 'text' | 'xml' | 'bytea' | undefined
  /** Whether the body is JSON, which can be the value of a single unnamed parameter. */
  readonly takesJson: boolean
}

export function routineNotFound(cache: SchemaCache, lookup: RoutineLookup): RestError {
  const name = `${lookup.schema}.${lookup.name}`
  const list = lookup.arguments.join(', ')
  const isRaw = lookup.rawType !== undefined
  const none = ' without parameters'
  const isBare = lookup.arguments.length === 0
  const asCalled = isRaw ? '' : isBare ? none : `(${list})`
  const plural = lookup.arguments.length > 1 ? 's' : ''
  const named = isBare ? none : ` with parameter${plural} ${list}`
  const searched = isRaw
    ? ` with a single unnamed ${lookup.rawType} parameter`
    : `${named}${lookup.takesJson ? ' or with a single unnamed json/jsonb parameter' : ''}`
  return new RestError({
    status: 404,
    code: 'PGRST202',
    message: `Could not find the function ${name}${asCalled} in the schema cache`,
    details: `Searched for the function ${name}${searched}, but no matches were found in the schema cache.`,
    hint: isRaw ? null : suggestRoutine(cache, lookup),
  })
}

function suggestRoutine(cache: SchemaCache, lookup: RoutineLookup): string | null {
  const overloads = cache.routines.get(tableKey(lookup)) ?? []
  const signature = (names: readonly string[]) => `(${names.toSorted().join(', ')})`
  if (overloads.length === 0) {
    const names = namesIn(lookup.schema, [...cache.routines.values()].flat())
    const suggestion = suggest(lookup.name, new Set(names), highSimilarity)
    return suggestion === undefined ? null : `Perhaps you meant to call the function ${lookup.schema}.${suggestion}`
  }
  const signatures = overloads.map(({ parameters }) => signature(parameters.map(({ name }) => name)))
  const suggestion = suggest(signature(lookup.arguments), signatures, lowSimilarity)
  return suggestion === undefined
    ? null
    : `Perhaps you meant to call the function ${lookup.schema}.${lookup.name}${suggestion}`
}

export function ambiguousRoutine(routines: readonly Routine[]): RestError {
  const signatures = routines.map(({ schema, name, parameters }) => {
    const list = parameters.map((parameter) => `${parameter.name} => ${parameter.type}`)
    return `${schema}.${name}(${list.join(', ')})`
  })
  return new RestError({
    status: 300,
    code: 'PGRST203',
    message: `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
}
