/** What someone may do on a private topic, by the policies on realtime.messages. */
import type { Database } from '#backend/database/database'
import { DatabaseError } from '#backend/database/errors'
import type { Viewer } from './viewer.ts'

type Kind = 'broadcast' | 'presence'

export interface Rights {
  hears(kind: Kind): boolean
  speaks(kind: Kind): boolean
}

/** On a public topic. */
export const allRights: Rights = { hears: () => true, speaks: () => true }

/** @param topic without its prefix, as policies know it */
export async function rightsOn(database: Database, topic: string, { role, claimsText }: Viewer): Promise<Rights> {
  const text = 'select to_json(backend.realtime_rights($1, $2, $3))'
  const given = await database.run({ text, values: [topic, role, claimsText] }).then(
    ({ rows }) => new Set<unknown>(JSON.parse(rows[0]?.[0] ?? '[]')),
    (error: unknown) => {
      // A policy that fails, or a role that is not there, gives no rights; a database that is away is no answer.
      if (error instanceof DatabaseError && !error.code.startsWith('08') && !error.code.startsWith('5'))
        return new Set<unknown>()
      throw error
    },
  )
  return { hears: (kind) => given.has(`hear ${kind}`), speaks: (kind) => given.has(`speak ${kind}`) }
}

export const isDeaf = ({ hears }: Rights) => !hears('broadcast') && !hears('presence')

/** As Supabase words it. */
export const unauthorized = (topic: string) =>
  `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`
