/** From changes to who is told: wishes met, rows readable, columns allowed. */
import type { Database } from '#backend/database/database'
import type { Change } from './change-log.ts'
import { askDatabase, type Test, textOf } from './conditions.ts'
import { groupBy } from './group-by.ts'
import { changePayload } from './payload.ts'
import { type Answer, askForReaders, type Question } from './readers.ts'
import type { Subscriber, Subscription, Subscriptions } from './subscriptions.ts'

interface Wish {
  readonly change: Change
  readonly subscription: Subscription
}

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
      findReaders(database, ofTable).catch((error: unknown) => {
        onFailure(error)
        for (const { subscription } of ofTable) subscription.subscriber.lose('Changes could not be read')
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

async function findReaders(database: Database, wishes: readonly Wish[]): Promise<Told[]> {
  const wanted = await meetTests(database, wishes)
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

/** Conditions that only the database can tell, asked for all changes of the table at once. */
async function meetTests(database: Database, wishes: readonly Wish[]): Promise<readonly Wish[]> {
  const open = wishes.filter(({ subscription }) => subscription.tests.some(isForDatabase))
  const [first] = open
  if (!first) return wishes
  const tests = [...new Set(open.flatMap(({ subscription }) => subscription.tests.filter(isForDatabase)))]
  const ids = [...new Set(open.map(({ change }) => change.id))]
  const met = await askDatabase(database, first.change, tests, ids)
  const isMet = (test: Test, { id }: Change) => met.get(id)?.[tests.indexOf(test)] ?? false
  return wishes.filter(({ change, subscription }) =>
    subscription.tests.every((test) => !isForDatabase(test) || isMet(test, change)),
  )
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
  const { readable, columns, superseded } = answer
  if (!readable.has(change.id) || columns.length === 0) return false
  if (change.type === 'DELETE' && !columns.some(({ isKey }) => isKey)) return false
  // What a filter says of a column that may not be read would tell its value.
  if (!tests.every((test) => columns.some(({ name }) => name === test.column))) return false
  const now = superseded.get(change.id)
  // The row has become another since: where that is not known to be wanted, the later change tells of it.
  return !now || tests.every(({ column, isMet }) => isMet?.(textOf(now.get(column))) ?? false)
}
