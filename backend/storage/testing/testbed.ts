/** A storage over a fresh database and folder, with two buckets, people who own folders in them, and storage-js to drive it. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Database } from '#backend/database/database'
import { openTestDatabase } from '#backend/database/testing'
import type { Caller } from '#backend/http/caller'
import { createTokens } from '#backend/tokens'
import { createStorage, type StorageSettings } from '../index.ts'

// supabase-js wants to be able to open a socket, although storage never does; Node 20 has none of its own.
vi.stubGlobal('WebSocket', WebSocket)

const ids = { alice: '11111111-1111-4111-8111-111111111111', bob: '22222222-2222-4222-8222-222222222222' }

function caller(role: string, sub?: string): Caller {
  const claims = { role, ...(sub === undefined ? {} : { sub }) }
  return { role, claims, claimsText: JSON.stringify(claims) }
}

export const people = {
  visitor: caller('anon'),
  alice: caller('authenticated', ids.alice),
  bob: caller('authenticated', ids.bob),
  service: caller('service_role'),
}

/** `pictures` is public, small and for pictures; `letters` is private and takes anything. Both let people write their own folder. */
const buckets = `
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
    values ('pictures', 'pictures', true, 100000, array['image/jpeg', 'image/png', 'image/webp']),
      ('letters', 'letters', false, null, null);
  create policy "people upload to their own folder" on storage.objects for insert to authenticated
    with check ((storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "people see their own folder" on storage.objects for select to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "people change their own folder" on storage.objects for update to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text)
    with check ((storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "people remove from their own folder" on storage.objects for delete to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text);`

export const folder = ids

export interface Testbed {
  readonly database: Database
  /** Asks with a path behind /storage/v1. */
  ask(as: Caller | null, path: string, init?: RequestInit): Promise<Response>
  /** storage-js speaking as somebody. */
  as(who: Caller): ReturnType<typeof createClient>['storage']
  /** Names of the blobs on disk, once every removal has been carried out. */
  blobs(): Promise<string[]>
  /** Paths of the rendered pictures on disk. */
  renditions(): Promise<string[]>
  clearRenditions(): Promise<void>
  /** Empties every bucket. */
  clear(): Promise<void>
  close(): Promise<void>
}

/** `disturb` stands between storage and the database, to break what passes. */
export async function openTestbed(
  settings: Partial<StorageSettings> = {},
  disturb = (database: Database) => database,
): Promise<Testbed> {
  const root = await mkdtemp(join(tmpdir(), 'storage-'))
  const directory = join(root, 'objects')
  const cacheDirectory = join(root, 'cache')
  const database = await openTestDatabase()
  await database.script(buckets)
  const tokens = createTokens('a secret of at least thirty-two characters')
  // No test here may bring forth a fault of the server; where one does, its cause is on the console.
  const log = { error: (context: object, message: string) => console.error(message, context) }
  const storage = await createStorage({ database: disturb(database), directory, cacheDirectory, tokens, settings, log })

  const files = async (folder: string) => {
    await storage.settled()
    const found = await readdir(folder, { recursive: true, withFileTypes: true })
    return found.filter((entry) => entry.isFile()).map((entry) => entry.name)
  }

  const ask = (who: Caller | null, path: string, init?: RequestInit) =>
    storage.handle(new Request(`http://localhost/storage/v1${path}`, init), who)

  return {
    database,
    ask,
    as: (who) =>
      createClient('http://localhost', 'key', {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { fetch: (input, init) => storage.handle(new Request(input, init), who) },
      }).storage,
    blobs: () => files(directory),
    renditions: () => files(cacheDirectory),
    clearRenditions: () => rm(join(cacheDirectory, 'images'), { recursive: true }),
    async clear() {
      const { rows } = await database.run({ text: 'select id from storage.buckets', values: [] })
      for (const [id] of rows) await ask(people.service, `/bucket/${id}/empty`, { method: 'POST' })
    },
    async close() {
      await storage.close()
      await database.close()
      await rm(root, { recursive: true })
    },
  }
}
