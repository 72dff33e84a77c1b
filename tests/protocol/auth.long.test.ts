/** Accounts over HTTP after a restart of the server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { startServer } from '../harness.ts'
import { call, clientOf, follow, linkTo, newAddress, password, signedIn } from './accounts.ts'

// supabase-js needs a WebSocket to start, and Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket)

test('Accounts, sessions and email links survive a restart', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tuckbox-auth-'))
  const first = await startServer({ dataDir })
  try {
    const { email, access, refresh } = await signedIn(first)
    const unconfirmed = newAddress()
    await clientOf(first).auth.signUp({ email: unconfirmed, password })
    const link = new URL(await linkTo(first, unconfirmed))
    await first.stop()
    const second = await startServer({ dataDir })
    try {
      expect((await call(second, 'GET', '/user', { token: access })).body.email).toBe(email)
      expect(
        (await call(second, 'POST', '/token?grant_type=refresh_token', { body: { refresh_token: refresh } })).status,
      ).toBe(200)
      expect((await follow(`${second.url}${link.pathname}${link.search}`)).fragment.get('type')).toBe('signup')
    } finally {
      await second.stop()
    }
  } finally {
    await first.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
