/** Administrators where the settings require a second factor. The setting is of a server of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { TOTP } from 'otpauth'
import { openPglite } from '#backend/database/pglite'
import { copyTemplateFolder } from '#backend/database/testing'
import { requireSecondFactor } from '../../scripts/administrators.ts'
import { startServer, type TestServer } from '../harness.ts'
import { expectAccessible } from './accessibility.ts'
import { test as base, expect, visit } from './fixtures.ts'
import { password, setSession, signInMember } from './members.ts'

const test = base.extend<object, { server: TestServer }>({
  server: [
    async ({ browserName: _ }, use) => {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'tuckbox-data-'))
      const folder = path.join(dataDir, 'database')
      await copyTemplateFolder(folder, path.resolve('supabase/migrations'))
      const database = await openPglite({ dataDir: folder })
      await requireSecondFactor(database, true)
      await database.close()
      const server = await startServer({ dataDir })
      await use(server)
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  siteUrl: async ({ server }, use) => use(server.url),
})

test('An administrator is told that two-step verification is missing, and gets in with it', {
  tag: ['@phone', '@long'],
}, async ({ page, request, server, expectedErrors }) => {
  // The server hides the page from everyone.
  expectedErrors.push(/status of 404/)
  const email = 'admin@example.com'
  const createAccount = async (account: object) => {
    const created = await request.post('/auth/v1/admin/users', {
      headers: { apikey: server.serviceKey, authorization: `Bearer ${server.serviceKey}` },
      data: { password, email_confirm: true, ...account },
    })
    expect(created.status()).toBe(200)
  }
  await createAccount({ email, app_metadata: { role: 'admin' }, user_metadata: { name: 'Ada' } })
  await createAccount({ email: 'eve@example.com', user_metadata: { name: 'Eve' } })
  const needed = page.getByRole('heading', { name: 'Two-step verification needed' })

  // Members learn nothing about the page.
  await setSession(page, await signInMember(request, 'eve@example.com', password))
  await visit(page, '/admin')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(needed).toBeHidden()

  await setSession(page, await signInMember(request, email, password))
  await visit(page, '/admin')
  await expect(needed).toBeVisible()
  await expect(page.getByText('Please turn it on, or sign in again with a code.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Open security settings' }).click()
  await page.getByRole('button', { name: 'Turn on two-step verification' }).click()
  const setup = page.getByRole('dialog', { name: 'Set up two-step verification' })
  const secret = ((await setup.getByTestId('secret').textContent()) ?? '').replace(/\s/g, '')
  await setup.getByLabel('2. Enter the code that your app shows').fill(new TOTP({ secret }).generate())
  await setup.getByRole('button', { name: 'Turn on' }).click()
  await setup.getByRole('button', { name: 'I have saved my codes' }).click()
  await visit(page, '/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Moderation' })).toBeVisible()
  await expect(needed).toBeHidden()
})
