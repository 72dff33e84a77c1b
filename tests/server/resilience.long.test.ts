/** Resilience of the server at length: repeated kills, and a restart. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createDatabase, databases, dropDatabase, noSession, startServer } from '../harness.ts'
import { lostWrites } from './killed-server.ts'
import { notesProject } from './notes-project.ts'

// supabase-js needs a WebSocket to start, and Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket)

describe.each(databases)('The server on %s', (database) => {
  it('loses no confirmed write when it is killed three times', { timeout: 180_000 }, async () => {
    expect(await lostWrites(database, 3)).toEqual([])
  })

  it('keeps a member’s account and session after a restart', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'tuckbox-restarted-'))
    const databaseUrl = database === 'postgres' ? await createDatabase({ project: notesProject }) : ''
    const env = { SUPABASE_DIR: notesProject, DATABASE_URL: databaseUrl }
    const credentials = { email: 'ann@example.com', password: 'a long enough password' }
    const before = await startServer({ dataDir, env })
    const client = createClient(before.url, before.anonKey, noSession)
    expect((await client.auth.signUp(credentials)).error).toBeNull()
    const email = await vi.waitUntil(async () => (await before.mailbox(credentials.email))[0], 10_000)
    const confirmed = await fetch(email.links[0] ?? '', { redirect: 'manual' })
    expect(confirmed.headers.get('location')).toContain('access_token=')
    const { data } = await client.auth.signInWithPassword(credentials)
    const refreshToken = data.session?.refresh_token ?? ''
    await before.stop()

    const after = await startServer({ dataDir, env })
    const other = createClient(after.url, after.anonKey, noSession)
    const refreshed = await other.auth.refreshSession({ refresh_token: refreshToken })
    expect(refreshed.data.user?.email).toBe(credentials.email)
    const second = createClient(after.url, after.anonKey, noSession)
    const { data: again } = await second.auth.signInWithPassword(credentials)
    // A global sign-out also ends the session of the other client.
    await second.auth.signOut({ scope: 'global' })
    const gone = await other.auth.refreshSession({ refresh_token: refreshed.data.session?.refresh_token ?? '' })
    expect(gone.error?.code).toBe('refresh_token_not_found')
    // supabase-js turns session_not_found into this error.
    expect((await other.auth.getUser(again.session?.access_token)).error?.name).toBe('AuthSessionMissingError')
    await after.stop()
    if (databaseUrl) await dropDatabase(databaseUrl)
    rmSync(dataDir, { recursive: true, force: true })
  })
})
