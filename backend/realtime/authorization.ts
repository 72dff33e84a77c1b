/** Permissions on a private topic, by the policies on realtime.messages. */
import type { Database } from '#backend/database/database'
import { DatabaseError } from '#backend/database/errors'
import type { AuthContext } from './auth-context.ts'

type Kind = 'broadcast' | 'presence'

export interface Permissions {
  canRead(kind: Kind): boolean
  canWrite(kind: Kind): boolean
}

/** Permissions on a public topic. */
export const allPermissions: Permissions = { canRead: () => true, canWrite: () => true }

/** @param topic without its prefix, as policies know it */
export async function permissionsOn(
  database: Database,
  topic: string,
  { role, claimsJson }: AuthContext,
): Promise<Permissions> {
  const text = 'select to_json(backend.realtime_permissions($1, $2, $3))'
  const granted = await database.run({ text, values: [topic, role, claimsJson] }).then(
    ({ rows }) => new Set<unknown>(JSON.parse(rows[0]?.[0] ?? '[]')),
    (error: unknown) => {
      // A failing policy or an unknown role grants nothing. A database that is unavailable is an error.
      if (error instanceof DatabaseError && !error.code.startsWith('08') && !error.code.startsWith('5'))
        return new Set<unknown>()
      throw error
    },
  )
  return { canRead: (kind) => granted.has(`read ${kind}`), canWrite: (kind) => granted.has(`write ${kind}`) }
}

export const canReadTopic = ({ canRead }: Permissions) => canRead('broadcast') || canRead('presence')

/** Supabase's wording. */
export const unauthorized = (topic: string) =>
  `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`
