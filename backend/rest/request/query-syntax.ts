/** The parsed query string as plain data: PostgREST's select list, filters, logic, order and ranges. */

/** A step of a JSON path: `->'key'`, `->>'key'`, `->0`. */
export interface JsonStep {
  readonly arrow: '->' | '->>'
  readonly operand: { readonly kind: 'key'; readonly key: string } | { readonly kind: 'index'; readonly index: string }
}

export interface Field {
  readonly name: string
  readonly path: readonly JsonStep[]
}

export type AggregateFunction = 'avg' | 'count' | 'max' | 'min' | 'sum'

export interface FieldItem {
  readonly kind: 'field'
  /** `*` for every column, and for `count()` without a column. */
  readonly field: Field
  readonly alias: string | undefined
  readonly cast: string | undefined
  readonly aggregate: { readonly name: AggregateFunction; readonly cast: string | undefined } | undefined
}

export interface RelationItem {
  readonly kind: 'relation'
  readonly relation: string
  readonly alias: string | undefined
  readonly hint: string | undefined
  readonly join: 'inner' | 'left' | undefined
  readonly isSpread: boolean
  readonly select: readonly SelectItem[]
}

export type SelectItem = FieldItem | RelationItem

/** Operators with optional `(any)` or `(all)`. */
export type QuantifiableOperator = 'eq' | 'gte' | 'gt' | 'lte' | 'lt' | 'like' | 'ilike' | 'match' | 'imatch'
export type SimpleOperator = 'neq' | 'cs' | 'cd' | 'ov' | 'sl' | 'sr' | 'nxr' | 'nxl' | 'adj'
export type SearchOperator = 'fts' | 'plfts' | 'phfts' | 'wfts'
export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown'

export type Operation =
  | {
      readonly kind: 'compare'
      readonly operator: QuantifiableOperator | SimpleOperator
      readonly quantifier: 'any' | 'all' | undefined
      readonly value: string
    }
  | { readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly kind: 'is'; readonly value: IsValue }
  | { readonly kind: 'distinct'; readonly value: string }
  | {
      readonly kind: 'search'
      readonly operator: SearchOperator
      readonly config: string | undefined
      readonly value: string
    }

export interface Filter {
  readonly kind: 'filter'
  readonly field: Field
  readonly isNegated: boolean
  readonly operation: Operation
}

export interface ConditionGroup {
  readonly kind: 'group'
  readonly operator: 'and' | 'or'
  readonly isNegated: boolean
  readonly conditions: readonly Condition[]
}

export type Condition = Filter | ConditionGroup

export interface OrderTerm {
  /** The embedded to-one whose field orders this level; absent for a field of this level. */
  readonly relation: string | undefined
  readonly field: Field
  readonly direction: 'asc' | 'desc' | undefined
  readonly nulls: 'first' | 'last' | undefined
}

/** Names of embedded resources from the root; empty for the root. */
export type EmbedPath = readonly string[]

export interface Placed<T> {
  readonly path: EmbedPath
  readonly value: T
}

export interface LimitOffset {
  readonly limit: number | undefined
  readonly offset: number | undefined
}

export interface QueryParameters {
  readonly select: readonly SelectItem[]
  readonly conditions: readonly Placed<Condition>[]
  readonly order: readonly Placed<readonly OrderTerm[]>[]
  readonly ranges: readonly Placed<LimitOffset>[]
  /** The columns that a body may set; by default the body's keys. */
  readonly columns: readonly string[] | undefined
  readonly onConflict: readonly string[] | undefined
  /** Arguments of a function called by GET, in order and with repetitions. */
  readonly callArguments: readonly (readonly [name: string, value: string])[]
}
