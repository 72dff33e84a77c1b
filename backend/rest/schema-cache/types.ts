/** What the planner knows of the database: tables and views, how they relate, and the functions that may be called. */

export interface ColumnInfo {
  readonly name: string
  /** As PostgreSQL writes it with an empty search path, so that it means the same under any: `integer`, `public.mood`. */
  readonly type: string
  readonly isNullable: boolean
  /** The default's expression, likewise qualified; absent where there is none or it cannot be given. */
  readonly defaultExpression: string | undefined
}

export interface Table {
  readonly schema: string
  readonly name: string
  /** In the order of the table. */
  readonly columns: ReadonlyMap<string, ColumnInfo>
  readonly primaryKey: readonly string[]
  readonly isInsertable: boolean
  readonly isUpdatable: boolean
  readonly isDeletable: boolean
}

export interface TableName {
  readonly schema: string
  readonly name: string
}

/** A column of the near side and the column of the far side that it equals. */
export type ColumnPair = readonly [near: string, far: string]

/** A foreign key seen from one of its ends. */
export interface KeyRelationship {
  readonly kind: 'many-to-one' | 'one-to-many' | 'one-to-one'
  readonly table: TableName
  readonly foreignTable: TableName
  readonly constraint: string
  readonly columns: readonly ColumnPair[]
  readonly isNearView: boolean
  readonly isForeignView: boolean
}

/** Two foreign keys of one junction table whose primary key they are part of. */
export interface JunctionRelationship {
  readonly kind: 'many-to-many'
  readonly table: TableName
  readonly foreignTable: TableName
  readonly junction: TableName
  /** Near table's columns with the junction's. */
  readonly nearConstraint: string
  readonly nearColumns: readonly ColumnPair[]
  /** Junction's columns with the far table's. */
  readonly farConstraint: string
  readonly farColumns: readonly ColumnPair[]
}

/** A function of a row that returns rows: `create function author(books) returns setof people rows 1`. */
export interface ComputedRelationship {
  readonly kind: 'computed'
  readonly table: TableName
  readonly foreignTable: TableName
  readonly routine: TableName
  readonly isToOne: boolean
}

export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship

export interface RoutineParameter {
  /** Empty where it has none. */
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly isVariadic: boolean
}

export interface Routine {
  readonly schema: string
  readonly name: string
  readonly parameters: readonly RoutineParameter[]
  readonly volatility: 'immutable' | 'stable' | 'volatile'
  readonly returns: {
    readonly kind: 'void' | 'scalar' | 'composite'
    readonly isSet: boolean
    /** The table or view whose rows it returns. */
    readonly table: TableName | undefined
    /** Whether a scalar is bytea. */
    readonly isBytes: boolean
    // Of a function that returns a domain named for a media type, e.g. "image/png"; "*/*" takes every request.
    readonly media: { readonly type: string; readonly isBinary: boolean } | undefined
  }
}

/** An aggregate that makes one value of a media type from rows. */
export interface MediaHandler {
  readonly type: string
  readonly isBinary: boolean
  readonly aggregate: TableName
  /** The table or view whose rows it takes; absent where it takes any. */
  readonly table: TableName | undefined
}

/** What the project says of this API in the database: `alter role authenticator set pgrst.db_plan_enabled = 'true'`. */
export interface ApiSettings {
  readonly allowsPlans: boolean
  readonly allowsAggregates: boolean
  /** A function that is called before whatever else a request does, in its transaction, and may refuse it. */
  readonly preRequest: TableName | undefined
}

export interface SchemaCache {
  /** Tables and views of the exposed schemas, by `tableKey`. */
  readonly tables: ReadonlyMap<string, Table>
  /** By the `tableKey` of the near side. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>
  /** By `tableKey`; more than one where a name is overloaded. */
  readonly routines: ReadonlyMap<string, readonly Routine[]>
  /** By media type, followed by a blank and the `tableKey` of the table where it takes only that one's rows. */
  readonly mediaHandlers: ReadonlyMap<string, MediaHandler>
  readonly settings: ApiSettings
  /** Whether anything in the database reads a request's method, path, headers or cookies. */
  readonly readsRequest: boolean
}

export const emptyCache: SchemaCache = {
  tables: new Map(),
  relationships: new Map(),
  routines: new Map(),
  mediaHandlers: new Map(),
  settings: { allowsPlans: false, allowsAggregates: false, preRequest: undefined },
  readsRequest: false,
}

/** No identifier holds a NUL, so two names joined by one cannot be mistaken for another pair. */
export const tableKey = ({ schema, name }: TableName): string => `${schema}\0${name}`

export const isSameTable = (a: TableName, b: TableName): boolean => a.name === b.name && a.schema === b.schema
