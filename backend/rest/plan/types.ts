/** A request resolved against the schema cache: what is to be read, changed or called, with every name known and every alias made. */
import type { AggregateFunction, JsonStep, Operation } from '../request/query-syntax.ts'
import type { ColumnInfo, Routine, RoutineParameter, Table, TableName } from '../schema-cache/types.ts'

export interface ColumnRef {
  readonly name: string
  readonly path: readonly JsonStep[]
  /** Absent for what is no column of a known table: a computed column, or a column of a function's result. */
  readonly type: string | undefined
}

export interface SelectTerm {
  /** `*` for every column. */
  readonly column: ColumnRef
  readonly alias: string | undefined
  readonly cast: string | undefined
  readonly aggregate: { readonly name: AggregateFunction; readonly cast: string | undefined } | undefined
}

export interface HoistedTerm {
  /** The column of the level's rows that holds what the aggregate takes; unique in the statement. */
  readonly column: string
  /** What it takes; absent for `count()`, which takes the rows that are there. */
  readonly value: Omit<SelectTerm, 'alias' | 'aggregate'> | undefined
  readonly aggregate: NonNullable<SelectTerm['aggregate']>
  /** The key it has in the JSON. */
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
  /** Whether an embedded resource has any row: `shops=not.is.null`. */
  | { readonly kind: 'embed-exists'; readonly embed: Embed; readonly isNegated: boolean }

export interface PlannedOrder {
  readonly column: ColumnRef
  /** The to-one resource whose column it is; absent for a column of this level. */
  readonly embed: Embed | undefined
  readonly direction: 'asc' | 'desc' | undefined
  readonly nulls: 'first' | 'last' | undefined
}

export type Source =
  | { readonly kind: 'table'; readonly table: TableName }
  /** What a mutation or a function returned, in the common table expression that ran it. */
  | { readonly kind: 'rows' }
  | {
      readonly kind: 'computed'
      readonly routine: TableName
      readonly argument: { readonly alias: string; readonly table: TableName }
    }

/** One level of a read: the root, or an embedded resource. */
export interface ReadPlan {
  /** The table's or function's own name, as messages call it. */
  readonly name: string
  readonly table: Table | undefined
  readonly source: Source
  /** Unique in the statement. */
  readonly alias: string
  readonly select: readonly SelectTerm[]
  readonly embeds: readonly Embed[]
  /** Aggregates of a spread to-one: this level yields what they take, the level it is spread into works them out. */
  readonly hoisted: readonly HoistedTerm[]
  readonly where: readonly PlannedCondition[]
  readonly order: readonly PlannedOrder[]
  readonly limit: number | undefined
  readonly offset: number
  /** What is counted while it is built, where the response could become too large: each row, or the finished array. */
  readonly sizeGuard: { readonly each: 'row' | 'array'; readonly maxBytes: number } | undefined
}

export interface Embed {
  /** The key it has in the JSON of its parent. */
  readonly name: string
  readonly relation: string
  /** Unique in the statement; the row (to-one) or the array (to-many) that the lateral join yields. */
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
  /** What the body sets. */
  readonly columns: readonly ColumnInfo[]
  /** Whether a row of the body that lacks a column takes its default instead of null. */
  readonly fillsDefaults: boolean
  readonly conflict: { readonly columns: readonly string[]; readonly merges: boolean } | undefined
  readonly where: readonly PlannedCondition[]
  /** Columns, `*` and computed columns that the rest of the statement needs of the changed rows. */
  readonly returning: readonly string[]
  /** Reads the changed rows; absent where nothing of them is returned. */
  readonly read: ReadPlan | undefined
  /** Whether the response tells inserted rows from updated ones. */
  readonly reportsInserted: boolean
  /** Whether the response names the row by its primary key. */
  readonly reportsLocation: boolean
}

export type CallArguments =
  /** From the URL, each a parameter of the statement. */
  | { readonly kind: 'direct'; readonly values: readonly DirectArgument[] }
  /** Keys of a JSON body. */
  | { readonly kind: 'body'; readonly parameters: readonly RoutineParameter[] }
  /** The whole body, as a function's single unnamed parameter. */
  | { readonly kind: 'whole-body'; readonly type: string }

export interface DirectArgument {
  readonly parameter: RoutineParameter
  /** Several for a variadic parameter. */
  readonly values: readonly string[]
}

export interface CallPlan {
  readonly kind: 'call'
  readonly routine: Routine
  readonly arguments: CallArguments
  /** Reads the rows it returns; absent for scalars and void. */
  readonly read: ReadPlan | undefined
  readonly range: { readonly limit: number | undefined; readonly offset: number }
}
