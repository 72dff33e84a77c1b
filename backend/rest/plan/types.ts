/** The plan: a request resolved against the schema cache, with all names and aliases. */
import type { AggregateFunction, JsonStep, Operation } from '../request/query-syntax.ts'
import type { ColumnInfo, Representation, Routine, RoutineParameter, Table, TableName } from '../schema-cache/types.ts'

export interface ColumnRef {
  readonly name: string
  readonly path: readonly JsonStep[]
  /** Absent for a computed column and for a column of a function's result. */
  readonly type: string | undefined
  /** For a whole column of a domain with one. */
  readonly representation: Representation | undefined
}

export interface SelectTerm {
  /** `*` for every column. */
  readonly column: ColumnRef
  readonly alias: string | undefined
  readonly cast: string | undefined
  readonly aggregate: { readonly name: AggregateFunction; readonly cast: string | undefined } | undefined
}

export interface HoistedTerm {
  /** The column of the level's rows with the aggregate's input; unique in the statement. */
  readonly column: string
  /** The aggregate's input; absent for `count()`. */
  readonly value: Omit<SelectTerm, 'alias' | 'aggregate'> | undefined
  readonly aggregate: NonNullable<SelectTerm['aggregate']>
  /** Its key in the JSON. */
  readonly name: string
}

export type PlannedCondition =
  | {
      readonly kind: 'filter'
      readonly column: ColumnRef
      readonly isNegated: boolean
      readonly operation: Operation
    }
  | {
      readonly kind: 'group'
      readonly operator: 'and' | 'or'
      readonly isNegated: boolean
      readonly conditions: readonly PlannedCondition[]
    }
  /** Whether an embedded resource has rows: `shops=not.is.null`. */
  | { readonly kind: 'embed-exists'; readonly embed: Embed; readonly isNegated: boolean }

export interface PlannedOrder {
  readonly column: ColumnRef
  /** The to-one resource of the column; absent for a column of this level. */
  readonly embed: Embed | undefined
  readonly direction: 'asc' | 'desc' | undefined
  readonly nulls: 'first' | 'last' | undefined
}

export type Source =
  | { readonly kind: 'table'; readonly table: TableName }
  /** The rows that a mutation or function returned, in the common table expression that ran it. */
  | { readonly kind: 'rows' }
  | {
      readonly kind: 'computed'
      readonly routine: TableName
      readonly argument: { readonly alias: string; readonly table: TableName }
    }

/** One level of a read: the root, or an embedded resource. */
export interface ReadPlan {
  /** The name of the table or function for messages. */
  readonly name: string
  readonly table: Table | undefined
  readonly source: Source
  /** Unique in the statement. */
  readonly alias: string
  readonly select: readonly SelectTerm[]
  readonly embeds: readonly Embed[]
  /** Aggregates of a spread to-one: this level returns their inputs, and the parent level computes them. */
  readonly hoisted: readonly HoistedTerm[]
  readonly where: readonly PlannedCondition[]
  readonly order: readonly PlannedOrder[]
  readonly limit: number | undefined
  readonly offset: number
  /** Measures the response while it is built, per row or per finished array, where it could become too large. */
  readonly sizeGuard: { readonly each: 'row' | 'array'; readonly maxBytes: number } | undefined
}

export interface Embed {
  /** Its key in the parent's JSON. */
  readonly name: string
  readonly relation: string
  /** Unique in the statement. It names the row (to-one) or array (to-many) of the lateral join. */
  readonly alias: string
  readonly isToOne: boolean
  readonly isInner: boolean
  readonly isSpread: boolean
  readonly joins: readonly JoinCondition[]
  readonly junction: { readonly table: TableName; readonly alias: string } | undefined
  readonly plan: ReadPlan
}

export interface JoinCondition {
  readonly left: { readonly alias: string; readonly column: string }
  readonly right: { readonly alias: string; readonly column: string }
}

export interface ReadRequestPlan {
  readonly kind: 'read'
  readonly read: ReadPlan
}

export interface MutationPlan {
  readonly kind: 'insert' | 'update' | 'delete' | 'upsert-one'
  readonly table: Table
  /** The columns that the body sets. */
  readonly columns: readonly ColumnInfo[]
  /** Whether columns that a row of the body lacks get their default instead of null. */
  readonly fillsDefaults: boolean
  readonly conflict: { readonly columns: readonly string[]; readonly merges: boolean } | undefined
  readonly where: readonly PlannedCondition[]
  /** Columns, `*` and computed columns of the changed rows that the statement reads. */
  readonly returning: readonly string[]
  /** Reads the changed rows; absent when none are returned. */
  readonly read: ReadPlan | undefined
  /** Whether the response distinguishes inserted from updated rows. */
  readonly reportsInserted: boolean
  /** Whether the response has the row's Location by primary key. */
  readonly reportsLocation: boolean
}

export type CallArguments =
  /** Values from the URL, each a statement parameter. */
  | { readonly kind: 'direct'; readonly values: readonly DirectArgument[] }
  /** Keys of a JSON body; of an array, the first object's. */
  | { readonly kind: 'body'; readonly parameters: readonly RoutineParameter[]; readonly isArray: boolean }
  /** The whole body, as a function's single unnamed parameter. */
  | { readonly kind: 'whole-body'; readonly type: string }

export interface DirectArgument {
  readonly parameter: RoutineParameter
  /** More than one only for a variadic parameter. */
  readonly values: readonly string[]
}

export interface CallPlan {
  readonly kind: 'call'
  readonly routine: Routine
  readonly arguments: CallArguments
  /** Reads the function's rows; absent for scalars and void. */
  readonly read: ReadPlan | undefined
  readonly range: { readonly limit: number | undefined; readonly offset: number }
}
