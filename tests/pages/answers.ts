/** What a test's backend answers: typed by the tables and functions of the database, and by path for the rest. */
import type { Database, Json } from '#domain/database.generated'

type Tables = Database['public']['Tables']
type Views = Database['public']['Views']
type Functions = Database['public']['Functions']

type TableName = keyof Tables & string

/** A whole row of a table. */
export type Row<Table extends TableName> = Tables[Table]['Row']

/** A row as a request reads it: its columns, and what is embedded, by the names that the request gives it. */
type ReadRow<Table extends TableName> = Partial<Row<Table>> & { readonly [embed: string]: unknown }

export interface PageRequest {
  /** Such as 'POST /rest/v1/rpc/place_order'. */
  readonly key: string
  readonly url: URL
  readonly headers: Headers
  /** Parsed, if it is JSON; null without one. */
  readonly body: unknown
}

/** An error response. The fields are those of the database's errors and of edge functions. */
export class Refused {
  readonly status: number
  readonly body: Record<string, unknown>

  constructor(status: number, body: Record<string, unknown>) {
    this.status = status
    this.body = body
  }
}

/** @param hint the code of a refusal that is written for members */
export function refused(error: {
  status?: number
  code?: string
  message?: string
  details?: string | null
  hint?: string | null
}): Refused {
  const { status = 400, code = 'P0001', message = 'refused', details = null, hint = null } = error
  return new Refused(status, { code, message, details, hint })
}

/** A refusal of the auth service. */
export const authRefused = (status: number, code: string, msg: string) =>
  new Refused(status, { code: status, error_code: code, msg })

/** A failure of the server, with nothing for members to read. */
export const failed = refused({ status: 500, code: 'XX000', message: 'internal error' })

/** The response never comes. */
export const never = Symbol('never')

/** The request gets no response. */
export const unreachable = Symbol('unreachable')

/** A page of a list with the number of all rows. */
export class Counted<Value> {
  readonly rows: Value
  readonly total: number

  constructor(rows: Value, total: number) {
    this.rows = rows
    this.total = total
  }
}

/** One answer a request. The last is for all that follow. */
export class InTurn<Value> {
  readonly answers: readonly [Answer<Value>, ...Answer<Value>[]]

  constructor(answers: readonly [Answer<Value>, ...Answer<Value>[]]) {
    this.answers = answers
  }
}

export function inTurn<Value>(
  ...answers: readonly [Answer<NoInfer<Value>>, ...Answer<NoInfer<Value>>[]]
): InTurn<Value> {
  return new InTurn(answers)
}

export type Fixed<Value> = Value | Counted<Value> | Refused | typeof never | typeof unreachable

export type Answer<Value> = Fixed<Value> | InTurn<Value> | ((request: PageRequest) => Answer<Value>)

type OnTables = {
  [Table in TableName as `${'GET' | 'POST' | 'PATCH' | 'DELETE' | 'HEAD'} /rest/v1/${Table}`]?: Answer<
    readonly ReadRow<Table>[]
  >
}

type OnViews = { [View in keyof Views & string as `GET /rest/v1/${View}`]?: Answer<readonly object[]> }

/**
 * The generated types do not know which columns of a function's rows may be null. The app checks itself what it reads of
 * a function that returns JSON.
 */
type Returned<Value> = Json extends Value
  ? object | string | number | boolean | null
  : Value extends readonly (infer Item extends Record<string, unknown>)[]
    ? readonly { readonly [Column in keyof Item]: Item[Column] | null }[]
    : Value | null

type OnFunctions = {
  [Name in keyof Functions & string as `${'GET' | 'POST'} /rest/v1/rpc/${Name}`]?: Answer<
    Returned<Functions[Name]['Returns']>
  >
}

type Elsewhere = {
  [path in `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${'auth' | 'functions' | 'storage'}/v1/${string}`]?: unknown
}

export type Answers = OnTables & OnViews & OnFunctions & Elsewhere & { 'GET /geocode'?: unknown }

/** Later parts win. A spread of so many possible keys would be slow to check. */
export const merged = (...parts: readonly (Answers | undefined)[]): Answers => Object.assign({}, ...parts)
