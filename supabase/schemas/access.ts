/**
 * What a capability declares of its tables and functions, in the `access.ts` beside its SQL. It says who may use each, and how many rows
 * there may be. It also says whether a member's rows are exported, and deleted with the account. Tests compare it with the live schema, and fail on anything undeclared.
 */

/** `buyer` and `seller` own the rows under test. `otherBuyer` and `otherSeller` are members with rows of their own. */
export const actors = ['visitor', 'buyer', 'otherBuyer', 'seller', 'otherSeller', 'administrator', 'service'] as const
export type ActorName = (typeof actors)[number]

/** Column privileges, comma-separated; '*' for all columns. */
export interface Rights {
  readonly select?: string
  readonly insert?: string
  readonly update?: string
  readonly delete?: '*'
}

export interface TableAccess {
  /**
   * By actor, in the order above. r reads the row of the buyer or of the seller's shop, i inserts another, u updates it, d deletes it. A
   * constraint or limit may still refuse a permitted statement.
   */
  readonly rows: string
  /** Absent: closed to them. */
  readonly visitors?: Rights
  readonly members?: Rights
  /** Triggers that limit the rows. A table that visitors or members insert into has one, or `limitedBy`. */
  readonly limits?: readonly string[]
  /** What limits the rows without a trigger. */
  readonly limitedBy?: string
  /** Whether a member's data export has their rows. */
  readonly isExported: boolean
  /** By its foreign keys. What else happens to rows then is in `private.prepare_account_deletion`. */
  readonly isDeletedWithAccount: boolean
}

export interface Access {
  readonly tables?: Readonly<Record<string, TableAccess>>
  /**
   * Functions of schema public, by actor. + gets a response, perhaps an empty one, or a refusal that applies to everyone. - has no
   * privilege for the function or for the row.
   */
  readonly functions?: Readonly<Record<string, string>>
  /** Functions that run as their owner and bypass the policies. Each checks its caller and arguments itself. */
  readonly definers?: readonly string[]
}

export const read: Rights = { select: '*' }

export const written = (columns: string): Rights => ({ select: '*', insert: columns, update: columns, delete: '*' })
