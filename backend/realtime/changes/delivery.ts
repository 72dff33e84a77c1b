/** Finds the recipients of changes: subscriptions that match, rows they may read, columns they may read. */

import type { Database } from '#backend/database/database'
import { DatabaseError, isConnectionLost } from '#backend/database/errors'
import { retryOnConnectionLoss } from '../retry.ts'
import type { Change } from './change-log.ts'
import { groupBy } from './group-by.ts'
import { changePayload } from './payload.ts'
import { evaluateInDatabase, inBatches, type Predicate, textOf } from './predicates.ts'
import { type AccessCheck, checkReadAccess, type ReadAccess } from './read-access.ts'
import type { Subscriber, Subscription, Subscriptions } from './subscriptions.ts'

interface Match {
  readonly change: Change
  readonly subscription: Subscription
}

const readFailed = 'Changes could not be read'

/** Delivers changes in their order. If a table's changes cannot be checked, its subscribers fail and have to join again. */
export async function deliver(
  database: Database,
  subscriptions: Subscriptions,
  changes: readonly Change[],
  onFailure: (error: unknown) => void,
): Promise<void> {
  const matches = changes.flatMap((change) =>
    subscriptions.matching(change).map((subscription): Match => ({ change, subscription })),
  )
  const deliveries = await Promise.all(
    [...groupBy(matches, ({ change }) => change.relation).values()].map((ofTable) =>
      retryOnConnectionLoss(() => resolveDeliveries(database, ofTable, onFailure)).catch((error: unknown) => {
        onFailure(error)
        for (const { subscription } of ofTable) subscription.subscriber.fail(readFailed)
        return []
      }),
    ),
  )
  for (const { subscriber, payload } of deliveries.flat().sort((a, b) => a.order - b.order)) subscriber.deliver(payload)
}

interface Delivery {
  /** The change's position among all. */
  readonly order: number
  readonly subscriber: Subscriber
  readonly payload: string
}

async function resolveDeliveries(
  database: Database,
  matches: readonly Match[],
  onFailure: (error: unknown) => void,
): Promise<Delivery[]> {
  const met = await filterInDatabase(database, matches, onFailure)
  const [first] = met
  if (!first) return []
  const byAuth = [...groupBy(met, ({ subscription: { subscriber } }) => authKey(subscriber)).values()]
  // Sorted by role, so that the database reads the columns of each role once.
  byAuth.sort((a, b) => (roleOf(a) < roleOf(b) ? -1 : 1))
  const accesses = await checkReadAccess(database, first.change.relation, byAuth.map(toAccessCheck))
  return byAuth.flatMap((ofAuth, index) => toDeliveries(ofAuth, accesses[index]))
}

const authKey = ({ auth }: Subscriber) => `${auth.role} ${auth.claimsJson}`
const roleOf = (matches: readonly Match[]) => matches[0]?.subscription.subscriber.auth.role ?? ''

function toAccessCheck(matches: readonly Match[]): AccessCheck {
  const [first] = matches
  if (!first) throw new Error('an access check without a match')
  return {
    auth: first.subscription.subscriber.auth,
    changeIds: [...new Set(matches.map(({ change }) => change.id))],
  }
}

/**
 * Evaluates the predicates that need the database, each once for all changes of the table. If a predicate fails, only the
 * subscribers with that predicate fail.
 */
async function filterInDatabase(
  database: Database,
  matches: readonly Match[],
  onFailure: (error: unknown) => void,
): Promise<readonly Match[]> {
  const pending = matches.filter(({ subscription }) => subscription.predicates.some(needsDatabase))
  const [first] = pending
  if (!first) return matches
  const predicates = new Map<string, Predicate>()
  for (const subscription of new Set(pending.map((match) => match.subscription)))
    for (const predicate of subscription.predicates.filter(needsDatabase)) predicates.set(predicate.key, predicate)
  const ids = [...new Set(pending.map(({ change }) => change.id))]
  /** Predicate key -> ids of the changes that meet it, without predicates that failed. */
  const met = new Map<string, ReadonlySet<string>>()
  for (const batch of inBatches(predicates.values())) {
    for (const [key, changeIds] of await evaluateBatch(database, first.change, batch, ids, onFailure))
      met.set(key, changeIds)
  }
  const failed = new Set(
    pending
      .filter(({ subscription }) =>
        subscription.predicates.some((predicate) => needsDatabase(predicate) && !met.has(predicate.key)),
      )
      .map(({ subscription }) => subscription.subscriber),
  )
  for (const subscriber of failed) subscriber.fail(readFailed)
  return matches.filter(
    ({ change, subscription }) =>
      !failed.has(subscription.subscriber) &&
      subscription.predicates.every((predicate) => !needsDatabase(predicate) || met.get(predicate.key)?.has(change.id)),
  )
}

/** If a batch fails because of a value, evaluates each half, until the failing predicate is found. */
async function evaluateBatch(
  database: Database,
  change: Change,
  predicates: readonly Predicate[],
  ids: readonly string[],
  onFailure: (error: unknown) => void,
): Promise<[key: string, met: ReadonlySet<string>][]> {
  try {
    const results = await evaluateInDatabase(database, change, predicates, ids)
    return predicates.map(({ key }, index) => [key, results[index] ?? new Set()])
  } catch (error) {
    if (isConnectionLost(error)) throw error
    const isValueError = error instanceof DatabaseError && /^2[0-9]|^42/.test(error.code)
    if (predicates.length === 1 || !isValueError) {
      onFailure(error)
      return []
    }
    const middle = Math.ceil(predicates.length / 2)
    const halves = [predicates.slice(0, middle), predicates.slice(middle)]
    const results = await Promise.all(halves.map((half) => evaluateBatch(database, change, half, ids, onFailure)))
    return results.flat()
  }
}

const needsDatabase = ({ evaluate }: Predicate) => evaluate === undefined

/** One message for each change, subscriber and selection of columns, with the ids of all its subscriptions. */
function toDeliveries(matches: readonly Match[], access: ReadAccess | undefined): Delivery[] {
  if (!access) return []
  const allowed = matches.filter(({ change, subscription }) => isAllowed(change, subscription, access))
  const messages = groupBy(
    allowed,
    ({ change, subscription: { subscriber, select } }) =>
      `${change.id} ${subscriber.id} ${select ? JSON.stringify([...select]) : ''}`,
  )
  return [...messages.values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const { subscriber, select } = first.subscription
    const columns = access.columns.filter(({ name }) => !select || select.has(name))
    const ids = same.map(({ subscription }) => subscription.id)
    const change = withCurrentRow(first.change, access)
    return [{ order: Number(change.id), subscriber, payload: changePayload(change, columns, ids) }]
  })
}

function withCurrentRow(change: Change, { superseded }: ReadAccess): Change {
  return { ...change, row: superseded.get(change.id) ?? change.row }
}

function isAllowed(change: Change, { predicates }: Subscription, access: ReadAccess): boolean {
  const { readable, columns, superseded, isRestricted } = access
  if (!readable.has(change.id) || columns.length === 0) return false
  const keyNames = new Set(columns.filter(({ isKey }) => isKey).map(({ name }) => name))
  if (change.type === 'DELETE' && keyNames.size === 0) return false
  // A filter on an unreadable column would disclose its value.
  if (!predicates.every((predicate) => columns.some(({ name }) => name === predicate.column))) return false
  // RLS cannot check a deleted row. A restricted subscriber learns only its key, so its filters may use only the key.
  if (change.type === 'DELETE' && isRestricted && !predicates.every(({ column }) => keyNames.has(column))) return false
  const now = superseded.get(change.id)
  // The row has changed since. Unless the current row certainly matches, only the later change is delivered.
  return !now || predicates.every(({ column, evaluate }) => evaluate?.(textOf(now.get(column))) ?? false)
}
