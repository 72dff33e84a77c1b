/** Subscriptions, indexed by their equality filters: most are for the rows of one conversation, order or user. */
import type { AuthContext } from '../auth-context.ts'
import type { Change } from './change-log.ts'
import { type Predicate, textOf } from './predicates.ts'

export interface Subscriber {
  readonly id: number
  /** The context for access checks. It changes with the token. */
  readonly auth: AuthContext
  /** @param payload JSON text of a postgres_changes message */
  deliver(payload: string): void
  /** Ends the subscription because changes may have been missed. The client has to join again and fetch. */
  fail(reason: string): void
}

/** One subscription of a subscriber. */
export interface Subscription {
  readonly id: number
  readonly subscriber: Subscriber
  /** `*` for all events. */
  readonly event: string
  readonly schema: string
  /** null for all tables of the schema. */
  readonly table: string | null
  readonly predicates: readonly Predicate[]
  /** Columns to send; null for all. */
  readonly select: ReadonlySet<string> | null
}

export interface Subscriptions {
  add(subscription: Subscription): void
  remove(subscription: Subscription): void
  /** Subscriptions that match a change, except for predicates that need the database. */
  matching(change: Change): Subscription[]
  readonly size: number
  subscribers(): Set<Subscriber>
}

/** The subscriptions to one table, or to all of a schema. */
class TableSubscriptions {
  readonly unindexed = new Set<Subscription>()
  /** Column -> value -> subscriptions with that equality filter. */
  readonly byValue = new Map<string, Map<string, Set<Subscription>>>()

  add(subscription: Subscription): void {
    const { column, equals } = equalityOf(subscription) ?? {}
    if (column === undefined || equals === undefined) {
      this.unindexed.add(subscription)
      return
    }
    const values = this.byValue.get(column) ?? new Map<string, Set<Subscription>>()
    this.byValue.set(column, values.set(equals, (values.get(equals) ?? new Set()).add(subscription)))
  }

  remove(subscription: Subscription): void {
    const { column, equals } = equalityOf(subscription) ?? {}
    if (column === undefined || equals === undefined) {
      this.unindexed.delete(subscription)
      return
    }
    const values = this.byValue.get(column)
    const same = values?.get(equals)
    same?.delete(subscription)
    if (same?.size === 0) values?.delete(equals)
    if (values?.size === 0) this.byValue.delete(column)
  }

  *candidates({ row }: Change): Iterable<Subscription> {
    yield* this.unindexed
    for (const [column, values] of this.byValue) yield* values.get(textOf(row.get(column)) ?? '') ?? []
  }

  get isEmpty(): boolean {
    return this.unindexed.size === 0 && this.byValue.size === 0
  }
}

export function createSubscriptions(): Subscriptions {
  const byTable = new Map<string, TableSubscriptions>()
  const all = new Set<Subscription>()
  const nameOf = (schema: string, table: string | null) => JSON.stringify([schema, table])

  return {
    add(subscription) {
      const name = nameOf(subscription.schema, subscription.table)
      const ofTable = byTable.get(name) ?? new TableSubscriptions()
      byTable.set(name, ofTable)
      ofTable.add(subscription)
      all.add(subscription)
    },
    remove(subscription) {
      const name = nameOf(subscription.schema, subscription.table)
      byTable.get(name)?.remove(subscription)
      if (byTable.get(name)?.isEmpty) byTable.delete(name)
      all.delete(subscription)
    },
    matching(change) {
      const found: Subscription[] = []
      for (const table of [change.table, null])
        for (const subscription of byTable.get(nameOf(change.schema, table))?.candidates(change) ?? [])
          if (isMatch(subscription, change)) found.push(subscription)
      return found
    },
    get size() {
      return all.size
    },
    subscribers: () => new Set([...all].map(({ subscriber }) => subscriber)),
  }
}

/** Equal for subscriptions that are found by the same changes. */
export function matchKeyOf(subscription: Subscription): string {
  const { column, equals } = equalityOf(subscription) ?? {}
  return JSON.stringify([subscription.schema, subscription.table, column, equals])
}

function equalityOf({ predicates }: Subscription): Predicate | undefined {
  return predicates.find(({ equals }) => equals !== undefined)
}

function isMatch({ event, predicates }: Subscription, { type, row }: Change): boolean {
  if (event !== '*' && event !== type) return false
  return predicates.every(({ column, evaluate }) => !evaluate || evaluate(textOf(row.get(column))))
}
