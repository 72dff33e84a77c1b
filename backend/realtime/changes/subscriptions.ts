/** Who wants to hear of which changes, found without trying everyone: most ask for one room, one order, one person's rows. */
import type { Viewer } from '../viewer.ts'
import type { Change } from './change-log.ts'
import { type Test, textOf } from './conditions.ts'

export interface Subscriber {
  readonly id: number
  /** As whom it is asked what it may read; changes with its token. */
  readonly viewer: Viewer
  /** @param payload JSON text of a postgres_changes message */
  deliver(payload: string): void
  /** Something may have been missed: it has to join anew and fetch. */
  lose(reason: string): void
}

/** One thing that a subscriber has asked for. */
export interface Subscription {
  readonly id: number
  readonly subscriber: Subscriber
  /** `*` for all. */
  readonly event: string
  readonly schema: string
  /** null for all of the schema. */
  readonly table: string | null
  readonly tests: readonly Test[]
  /** Columns to be told of; null for all. */
  readonly select: ReadonlySet<string> | null
}

export interface Subscriptions {
  add(subscription: Subscription): void
  remove(subscription: Subscription): void
  /** Those whose wishes a change meets as far as can be told here. */
  matching(change: Change): Subscription[]
  readonly size: number
  subscribers(): Set<Subscriber>
}

/** The subscriptions to one table, or to all of a schema. */
class Shelf {
  readonly others = new Set<Subscription>()
  /** Column -> value -> those that want just that. */
  readonly byValue = new Map<string, Map<string, Set<Subscription>>>()

  add(subscription: Subscription): void {
    const { column, equals } = keyOf(subscription) ?? {}
    if (column === undefined || equals === undefined) {
      this.others.add(subscription)
      return
    }
    const values = this.byValue.get(column) ?? new Map<string, Set<Subscription>>()
    this.byValue.set(column, values.set(equals, (values.get(equals) ?? new Set()).add(subscription)))
  }

  remove(subscription: Subscription): void {
    const { column, equals } = keyOf(subscription) ?? {}
    if (column === undefined || equals === undefined) {
      this.others.delete(subscription)
      return
    }
    const values = this.byValue.get(column)
    const same = values?.get(equals)
    same?.delete(subscription)
    if (same?.size === 0) values?.delete(equals)
    if (values?.size === 0) this.byValue.delete(column)
  }

  *candidates({ row }: Change): Iterable<Subscription> {
    yield* this.others
    for (const [column, values] of this.byValue) yield* values.get(textOf(row.get(column)) ?? '') ?? []
  }

  get isEmpty(): boolean {
    return this.others.size === 0 && this.byValue.size === 0
  }
}

export function createSubscriptions(): Subscriptions {
  const shelves = new Map<string, Shelf>()
  const all = new Set<Subscription>()
  const nameOf = (schema: string, table: string | null) => JSON.stringify([schema, table])

  return {
    add(subscription) {
      const name = nameOf(subscription.schema, subscription.table)
      const shelf = shelves.get(name) ?? new Shelf()
      shelves.set(name, shelf)
      shelf.add(subscription)
      all.add(subscription)
    },
    remove(subscription) {
      const name = nameOf(subscription.schema, subscription.table)
      shelves.get(name)?.remove(subscription)
      if (shelves.get(name)?.isEmpty) shelves.delete(name)
      all.delete(subscription)
    },
    matching(change) {
      const found: Subscription[] = []
      for (const table of [change.table, null])
        for (const subscription of shelves.get(nameOf(change.schema, table))?.candidates(change) ?? [])
          if (isWanted(subscription, change)) found.push(subscription)
      return found
    },
    get size() {
      return all.size
    },
    subscribers: () => new Set([...all].map(({ subscriber }) => subscriber)),
  }
}

/** The same for subscriptions that are found by the same changes. */
export function slotOf(subscription: Subscription): string {
  const { column, equals } = keyOf(subscription) ?? {}
  return JSON.stringify([subscription.schema, subscription.table, column, equals])
}

function keyOf({ tests }: Subscription): Test | undefined {
  return tests.find(({ equals }) => equals !== undefined)
}

function isWanted({ event, tests }: Subscription, { type, row }: Change): boolean {
  if (event !== '*' && event !== type) return false
  return tests.every(({ column, isMet }) => !isMet || isMet(textOf(row.get(column))))
}
