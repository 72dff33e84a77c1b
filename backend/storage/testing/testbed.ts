/** Storage with a fresh database and folder, two buckets, members with folders in them, and storage-js clients. */
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

// supabase-js requires a WebSocket class, although storage never uses it. Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket)

const ids = { alice: '11111111-1111-4111-8111-111111111111', bob: '22222222-2222-4222-8222-222222222222' }

function caller(role: string, sub?: string): Caller {
  const claims = { role, ...(sub === undefined ? {} : { sub }) }
  return { role, claims, claimsText: JSON.stringify(claims) }
}

export const callers = {
  visitor: caller('anon'),
  alice: caller('authenticated', ids.alice),
  bob: caller('authenticated', ids.bob),
  service: caller('service_role'),
}

/** `pictures` is public and limited to small images; `letters` is private and unlimited. Members may write to their own folder. */
const buckets = `
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
    values ('pictures', 'pictures', true, 100000, array['image/jpeg', 'image/png', 'image/webp']),
      ('letters', 'letters', false, null, null);
  create policy "Members upload to their own folder" on storage.objects for insert to authenticated
    with check ((storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "Members see their own folder" on storage.objects for select to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "Members change their own folder" on storage.objects for update to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text)
    with check ((storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "Members remove from their own folder" on storage.objects for delete to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text);`

export const folder = ids

export interface Testbed {
  readonly database: Database
  /** Sends a request with a path after /storage/v1. */
  request(as: Caller | null, path: string, init?: RequestInit): Promise<Response>
  /** A storage-js client for a caller. */
  as(who: Caller): ReturnType<typeof createClient>['storage']
  /** Names of the blobs on disk, after all removals. */
  blobs(): Promise<string[]>
  /** Paths of the rendered images on disk. */
  renditions(): Promise<string[]>
  clearRenditions(): Promise<void>
  /** Empties every bucket. */
  clear(): Promise<void>
  close(): Promise<void>
}

/** @param wrapDatabase wraps the database, to inject errors */
export async function openTestbed(
  settings: Partial<StorageSettings> = {},
  wrapDatabase = (database: Database) => database,
): Promise<Testbed> {
  const root = await mkdtemp(join(tmpdir(), 'storage-'))
  const directory = join(root, 'objects')
  const cacheDirectory = join(root, 'cache')
  const database = await openTestDatabase()
  await database.script(buckets)
  const tokens = createTokens('a secret of at least thirty-two characters')
  // Hardly a test expects a server error, so the cause of one goes to the console.
  const log = { error: (context: object, message: string) => console.error(message, context) }
  const storage = await createStorage({
    database: wrapDatabase(database),
    directory,
    cacheDirectory,
    tokens,
    settings,
    log,
  })

  const files = async (folder: string) => {
    await storage.settled()
    const found = await readdir(folder, { recursive: true, withFileTypes: true })
    return found.filter((entry) => entry.isFile()).map((entry) => entry.name)
  }

  const send = (request: Request, who: Caller | null) => storage.match(request).respond(request, who)
  const request = (who: Caller | null, path: string, init?: RequestInit) =>
    send(new Request(`http://localhost/storage/v1${path}`, init), who)

  return {
    database,
    request,
    as: (who) =>
      createClient('http://localhost', 'key', {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { fetch: (input, init) => send(new Request(input, init), who) },
      }).storage,
    blobs: () => files(directory),
    renditions: () => files(cacheDirectory),
    clearRenditions: () => rm(join(cacheDirectory, 'images'), { recursive: true }),
    async clear() {
      const { rows } = await database.run({ text: 'select id from storage.buckets', values: [] })
      for (const [id] of rows) await request(callers.service, `/bucket/${id}/empty`, { method: 'POST' })
    },
    async close() {
      await storage.close()
      await database.close()
      await rm(root, { recursive: true })
    },
  }
}
