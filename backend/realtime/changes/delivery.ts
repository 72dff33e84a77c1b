/** From changes to who is told: wishes met, rows readable, columns allowed. */

import type { Database } from '#backend/database/database'
import { DatabaseError, isConnectionLost } from '#backend/database/errors'
import { patiently } from '../patience.ts'
import type { Change } from './change-log.ts'
import { askDatabase, inPortions, type Test, textOf } from './conditions.ts'
import { groupBy } from './group-by.ts'
import { changePayload } from './payload.ts'
import { type Answer, askForReaders, type Question } from './readers.ts'
import type { Subscriber, Subscription, Subscriptions } from './subscriptions.ts'

interface Wish {
  readonly change: Change
  readonly subscription: Subscription
}

const unread = 'Changes could not be read'

/** Tells everyone of the changes, in their order. A table that cannot be asked about loses its subscribers, who fetch anew. */
export async function deliver(
  database: Database,
  subscriptions: Subscriptions,
  changes: readonly Change[],
  onFailure: (error: unknown) => void,
): Promise<void> {
  const wishes = changes.flatMap((change) =>
    subscriptions.matching(change).map((subscription): Wish => ({ change, subscription })),
  )
  const told = await Promise.all(
    [...groupBy(wishes, ({ change }) => change.relation).values()].map((ofTable) =>
      patiently(() => findReaders(database, ofTable, onFailure)).catch((error: unknown) => {
        onFailure(error)
        for (const { subscription } of ofTable) subscription.subscriber.lose(unread)
        return []
      }),
    ),
  )
  for (const { subscriber, payload } of told.flat().sort((a, b) => a.place - b.place)) subscriber.deliver(payload)
}

interface Told {
  /** Of the change among all. */
  readonly place: number
  readonly subscriber: Subscriber
  readonly payload: string
}

async function findReaders(
  database: Database,
  wishes: readonly Wish[],
  onFailure: (error: unknown) => void,
): Promise<Told[]> {
  const wanted = await meetTests(database, wishes, onFailure)
  const [first] = wanted
  if (!first) return []
  const viewers = [...groupBy(wanted, ({ subscription: { subscriber } }) => viewerKey(subscriber)).values()]
  // Those of one role stand together: what its columns are is asked once.
  viewers.sort((a, b) => (roleOf(a) < roleOf(b) ? -1 : 1))
  const questions = viewers.map(toQuestion)
  const answers = await askForReaders(database, first.change.relation, questions)
  return viewers.flatMap((ofViewer, index) => tellOne(ofViewer, answers[index]))
}

const viewerKey = ({ viewer }: Subscriber) => `${viewer.role} ${viewer.claimsText}`
const roleOf = (wishes: readonly Wish[]) => wishes[0]?.subscription.subscriber.viewer.role ?? ''

function toQuestion(wishes: readonly Wish[]): Question {
  const [first] = wishes
  if (!first) throw new Error('a viewer without a wish')
  return {
    viewer: first.subscription.subscriber.viewer,
    changeIds: [...new Set(wishes.map(({ change }) => change.id))],
  }
}

/**
 * Conditions that only the database can tell, asked for all changes of the table at once, each once however many want it. Where asking fails, those
 * lose their channels whose condition it was, and nobody else.
 */
async function meetTests(
  database: Database,
  wishes: readonly Wish[],
  onFailure: (error: unknown) => void,
): Promise<readonly Wish[]> {
  const open = wishes.filter(({ subscription }) => subscription.tests.some(isForDatabase))
  const [first] = open
  if (!first) return wishes
  const tests = new Map<string, Test>()
  for (const subscription of new Set(open.map((wish) => wish.subscription)))
    for (const test of subscription.tests.filter(isForDatabase)) tests.set(test.key, test)
  const ids = [...new Set(open.map(({ change }) => change.id))]
  /** By a test's key, the changes that meet it; without those that could not be asked about. */
  const met = new Map<string, ReadonlySet<string>>()
  for (const portion of inPortions(tests.values())) {
    for (const [key, answer] of await askPortion(database, first.change, portion, ids, onFailure)) met.set(key, answer)
  }
  const lost = new Set(
    open
      .filter(({ subscription }) => subscription.tests.some((test) => isForDatabase(test) && !met.has(test.key)))
      .map(({ subscription }) => subscription.subscriber),
  )
  for (const subscriber of lost) subscriber.lose(unread)
  return wishes.filter(
    ({ change, subscription }) =>
      !lost.has(subscription.subscriber) &&
      subscription.tests.every((test) => !isForDatabase(test) || met.get(test.key)?.has(change.id)),
  )
}

/** Where asking fails, it asks about each half, until it is known whose condition it was; unless time ran out. */
async function askPortion(
  database: Database,
  change: Change,
  tests: readonly Test[],
  ids: readonly string[],
  onFailure: (error: unknown) => void,
): Promise<[key: string, met: ReadonlySet<string>][]> {
  try {
    const answers = await askDatabase(database, change, tests, ids)
    return tests.map(({ key }, place) => [key, answers[place] ?? new Set()])
  } catch (error) {
    if (isConnectionLost(error)) throw error
    const isOfOne = error instanceof DatabaseError && /^2[0-9]|^42/.test(error.code)
    if (tests.length === 1 || !isOfOne) {
      onFailure(error)
      return []
    }
    const middle = Math.ceil(tests.length / 2)
    const halves = [tests.slice(0, middle), tests.slice(middle)]
    const answers = await Promise.all(halves.map((half) => askPortion(database, change, half, ids, onFailure)))
    return answers.flat()
  }
}

const isForDatabase = ({ isMet }: Test) => isMet === undefined

/** One message for each change, subscriber and choice of columns, with the ids of all that it answers. */
function tellOne(wishes: readonly Wish[], answer: Answer | undefined): Told[] {
  if (!answer) return []
  const allowed = wishes.filter(({ change, subscription }) => isAllowed(change, subscription, answer))
  const messages = groupBy(
    allowed,
    ({ change, subscription: { subscriber, select } }) =>
      `${change.id} ${subscriber.id} ${select ? JSON.stringify([...select]) : ''}`,
  )
  return [...messages.values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const { subscriber, select } = first.subscription
    const columns = answer.columns.filter(({ name }) => !select || select.has(name))
    const ids = same.map(({ subscription }) => subscription.id)
    const change = asItIsNow(first.change, answer)
    return [{ place: Number(change.id), subscriber, payload: changePayload(change, columns, ids) }]
  })
}

function asItIsNow(change: Change, { superseded }: Answer): Change {
  return { ...change, row: superseded.get(change.id) ?? change.row }
}

function isAllowed(change: Change, { tests }: Subscription, answer: Answer): boolean {
  const { readable, columns, superseded, isRestricted } = answer
  if (!readable.has(change.id) || columns.length === 0) return false
  const keyNames = new Set(columns.filter(({ isKey }) => isKey).map(({ name }) => name))
  if (change.type === 'DELETE' && keyNames.size === 0) return false
  // What a filter says of a column that may not be read would tell its value.
  if (!tests.every((test) => columns.some(({ name }) => name === test.column))) return false
  // Of a row that is gone nobody can say who might read it: all that restricted viewers may learn is its key, so nothing else may be asked of it.
  if (change.type === 'DELETE' && isRestricted && !tests.every(({ column }) => keyNames.has(column))) return false
  const now = superseded.get(change.id)
  // The row has become another since: where that is not known to be wanted, the later change tells of it.
  return !now || tests.every(({ column, isMet }) => isMet?.(textOf(now.get(column))) ?? false)
}
