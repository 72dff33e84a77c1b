/** Database errors: the fields of PostgreSQL's ErrorResponse. */

export interface DatabaseErrorFields {
  /** SQLSTATE, five characters. */
  readonly code: string
  readonly message: string
  readonly detail?: string | undefined
  readonly hint?: string | undefined
  readonly schema?: string | undefined
  readonly table?: string | undefined
  readonly column?: string | undefined
  readonly constraint?: string | undefined
}

/** A statement failed. `code` is its SQLSTATE; 08xxx means that the connection was lost. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: string
  readonly detail: string | undefined
  readonly hint: string | undefined
  readonly schema: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  readonly constraint: string | undefined

  constructor(fields: DatabaseErrorFields, options?: ErrorOptions) {
    super(fields.message, options)
    this.code = fields.code
    this.detail = fields.detail
    this.hint = fields.hint
    this.schema = fields.schema
    this.table = fields.table
    this.column = fields.column
    this.constraint = fields.constraint
  }
}

/** The connection failed, not the statement, which may succeed on another one. */
export function isConnectionLost(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && (error.code.startsWith('08') || error.code.startsWith('57P'))
}
