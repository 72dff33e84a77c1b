/** Creates the sample's accounts, confirmed and ready to sign in. */
import type { SupabaseClient, User } from '@supabase/supabase-js'
import type { Database } from '../../domain/database.generated.ts'
import type { AccountIds } from './ids.ts'
import { fullName, type PersonKey, people, personKeys, samplePassword } from './people.ts'

/** @returns the id of each person's account, found or created */
export async function createAccounts(supabase: SupabaseClient<Database>): Promise<AccountIds> {
  const found = await accountsByEmail(supabase)
  // Sequential, because hashing passwords competes with composing pictures for processors.
  const ids = new Map<PersonKey, string>()
  for (const key of personKeys) ids.set(key, found.get(people[key].email) ?? (await createAccount(supabase, key)))
  return (person) => {
    const id = ids.get(person)
    if (id === undefined) throw new Error(`No account was created for ${person}`)
    return id
  }
}

async function createAccount(supabase: SupabaseClient<Database>, key: PersonKey): Promise<string> {
  const name = fullName(people[key])
  const { data, error } = await supabase.auth.admin.createUser({
    email: people[key].email,
    password: samplePassword,
    email_confirm: true,
    user_metadata: { name, avatar_url: `/avatar/${encodeURIComponent(name)}.svg` },
  })
  if (error)
    throw new Error(`The account of ${people[key].email} could not be created: ${error.message}`, { cause: error })
  return data.user.id
}

async function accountsByEmail(supabase: SupabaseClient<Database>): Promise<Map<string, string>> {
  const perPage = 200
  const users: User[] = []
  for (let page = 1; users.length === (page - 1) * perPage; page += 1) {
    const { data, error } = await supabase.auth.admin.listUsers({ page, perPage })
    if (error) throw new Error(`The accounts could not be listed: ${error.message}`, { cause: error })
    users.push(...data.users)
    if (data.users.length === 0) break
  }
  return new Map(users.map(({ email, id }) => [email ?? '', id]))
}
