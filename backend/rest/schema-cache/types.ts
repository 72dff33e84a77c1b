/** The schema cache: tables, views, relationships and functions, as the planner needs them. */

export interface ColumnInfo {
  readonly name: string
  /** Formatted by PostgreSQL with an empty search path, so it is qualified: `integer`, `public.mood`. */
  readonly type: string
  readonly isNullable: boolean
  /** The default's qualified expression; absent if there is none or it is not readable. */
  readonly defaultExpression: string | undefined
  /** For a domain with functions of its own for JSON. */
  readonly representation: Representation | undefined
}

/** How values of a domain are read and written: the functions of its implicit casts to and from json and text. */
export interface Representation {
  /** Formats a value in a response. */
  readonly toJson: TableName | undefined
  /** Parses a value of a body. */
  readonly fromJson: TableName | undefined
  /** Parses a value of a filter. */
  readonly fromText: TableName | undefined
}

export interface Table {
  readonly schema: string
  readonly name: string
  /** In table order. */
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

/** A column of the near side and the equal column of the far side. */
export type ColumnPair = readonly [near: string, far: string]

/** A foreign key, from one of its sides. */
export interface KeyRelationship {
  readonly kind: 'many-to-one' | 'one-to-many' | 'one-to-one'
  readonly table: TableName
  readonly foreignTable: TableName
  readonly constraint: string
  readonly columns: readonly ColumnPair[]
  readonly isNearView: boolean
  readonly isForeignView: boolean
}

/** Two foreign keys that are part of a junction table's primary key. */
export interface JunctionRelationship {
  readonly kind: 'many-to-many'
  readonly table: TableName
  readonly foreignTable: TableName
  readonly junction: TableName
  /** The near table's columns with the junction's. */
  readonly nearConstraint: string
  readonly nearColumns: readonly ColumnPair[]
  /** The junction's columns with the far table's. */
  readonly farConstraint: string
  readonly farColumns: readonly ColumnPair[]
}

/** A function from a row to a row or rows: `create function author(books) returns people`, `… returns setof people rows 1`. */
export interface ComputedRelationship {
  readonly kind: 'computed'
  readonly table: TableName
  readonly foreignTable: TableName
  readonly routine: TableName
  readonly isToOne: boolean
}

export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship

export interface RoutineParameter {
  /** Empty for an unnamed parameter. */
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
    /** The table or view whose rows are returned. */
    readonly table: TableName | undefined
    /** Whether a scalar is bytea. */
    readonly isBytes: boolean
    // For a function that returns a domain named as a media type, e.g. "image/png"; "*/*" matches every request.
    readonly media: { readonly type: string; readonly isBinary: boolean } | undefined
  }
}

/** An aggregate that produces a media type from rows. */
export interface MediaHandler {
  readonly type: string
  readonly isBinary: boolean
  readonly aggregate: TableName
  /** The table or view whose rows it accepts; absent for any rows. */
  readonly table: TableName | undefined
}

/** The project's API settings: `alter role authenticator set pgrst.db_plan_enabled = 'true'`. */
export interface ApiSettings {
  readonly allowsPlans: boolean
  readonly allowsAggregates: boolean
  /** A function called first in the request's transaction, which may refuse the request. */
  readonly preRequest: TableName | undefined
  /** Whether responses have a Server-Timing header. */
  readonly reportsTiming: boolean
}

export interface SchemaCache {
  /** Tables and views of the exposed schemas, by `tableKey`. */
  readonly tables: ReadonlyMap<string, Table>
  /** By the `tableKey` of the near side. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>
  /** By `tableKey`; several for overloads. */
  readonly routines: ReadonlyMap<string, readonly Routine[]>
  /** By media type, followed by a space and a `tableKey` for handlers of one table's rows. */
  readonly mediaHandlers: ReadonlyMap<string, MediaHandler>
  readonly settings: ApiSettings
  /** Whether any SQL reads the request's method, path, headers or cookies. */
  readonly readsRequest: boolean
}

export const emptyCache: SchemaCache = {
  tables: new Map(),
  relationships: new Map(),
  routines: new Map(),
  mediaHandlers: new Map(),
  settings: { allowsPlans: false, allowsAggregates: false, preRequest: undefined, reportsTiming: false },
  readsRequest: false,
}

/** Unambiguous, because identifiers cannot contain NUL. */
export const tableKey = ({ schema, name }: TableName): string => `${schema}\0${name}`

export const isSameTable = (a: TableName, b: TableName): boolean => a.name === b.name && a.schema === b.schema
