/** Synchronises the household with the account. */
import { type Household, householdChanges, mergeHouseholds, readHousehold, readPerson } from '#domain/food/household'
import type { Auth } from '#features/account/auth'
import { createAccountCopy, followAccount } from '#features/account/copy'
import type { AppContext } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { loadText, storeText } from '#platform/stored-text.ts'
import { unwrapOptional } from '#platform/unwrap.ts'
import { householdAccountKey } from './storage-keys.ts'

export function startHousehold(app: AppContext, session: Auth['session']): void {
  const { subscribe, change } = app.household
  const store = { subscribe, change, current: () => app.household.current().people }
  const account = createAccountCopy({
    store,
    accountKey: householdAccountKey,
    read: readHousehold,
    merge: mergeHouseholds,
    differs: (from, to) => {
      const { saved, removed } = householdChanges(from, to)
      return saved.length + removed.length > 0
    },
    readRemote: async (userId) => {
      const value = await readPeople(app, userId)
      return { value, change: (to) => sendChanges(app, userId, value, to) }
    },
    loadText,
    storeText,
  })
  followAccount({
    session,
    store,
    account,
    lock: 'tuckbox-household',
    refused: 'Your household could not be saved to your account',
  })
}

/** Each request names the owner, so that a change of member in between cannot write into another household. */
async function readPeople(app: AppContext, userId: string): Promise<Household> {
  const rows = await read(app, (client) =>
    client
      .from('household_people')
      .select('id, name, avoid_contains, avoid_traces, avoid_others, diets')
      .eq('user_id', userId)
      .order('created_at')
      .order('id'),
  )
  return rows.flatMap((row) => readPerson(row) ?? [])
}

async function sendChanges(app: AppContext, userId: string, from: Household, to: Household): Promise<void> {
  const { saved, removed } = householdChanges(from, to)
  const people = (await app.supabase()).from('household_people')
  // First, so that a full household has room for somebody new.
  if (removed.length > 0) {
    const ids = removed.map(({ id }) => id)
    unwrapOptional(await people.delete().eq('user_id', userId).in('id', ids))
  }
  if (saved.length > 0) {
    const rows = saved.map(({ id, name, avoid_contains, avoid_traces, avoid_others, diets }) => ({
      id,
      user_id: userId,
      name,
      avoid_contains: [...avoid_contains],
      avoid_traces: [...avoid_traces],
      avoid_others: [...avoid_others],
      diets: [...diets],
    }))
    unwrapOptional(await people.upsert(rows))
  }
}
