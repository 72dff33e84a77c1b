/**
 * An account from registration to deletion, on a server of its own, so that all stored data can be searched
 * afterwards.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import type { Page } from '@playwright/test'
import { decodeJwt, SignJWT } from 'jose'
import sharp from 'sharp'
import { sellerTermsVersion } from '#domain/selling/seller-terms'
import { jwtSecret, startServer, type TestServer } from '../harness.ts'
import { rowsContaining } from '../rows-containing.ts'
import { unzip } from '../unzip.ts'
import { expectAccessibleState } from './accessibility.ts'
import { expect, openRegister, openSignIn, reload, signIn, test, toast, visit, waitForHydration } from './fixtures.ts'

const email = 'quilla.featherstone@example.com'
const oldPassword = 'proving-dough-at-dawn'
const newPassword = 'rye-sourdough-at-noon'

/** Personal data that must not remain after the deletion. */
const personal = ['quilla', 'featherstone', '7946 0018', '79460018', 'plumage', 'down feathers']
/**
 * Search words without an owner, ids and statuses in the audit log, and pending realtime events, which expire after
 * minutes.
 */
const allowed = /^(private\.(listing|search)_words|public\.audit_log|backend\.realtime_changes): /

let server: TestServer
const dataDir = mkdtempSync(path.join(tmpdir(), 'tuckbox-life-'))
test.beforeAll(async () => {
  server = await startServer({ dataDir })
})
test.afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true })
})

async function linkFromMailbox(): Promise<string> {
  await expect.poll(async () => (await server.mailbox(email)).length).toBeGreaterThan(0)
  return (await server.mailbox(email))[0]?.links[0] ?? ''
}

const files = (folder: string) =>
  readdirSync(path.join(dataDir, folder), { recursive: true, withFileTypes: true }).filter((file) => file.isFile())

/** Makes the stored session an old one that was only refreshed, so that reauthentication is required. */
async function makeSignInOld(page: Page): Promise<void> {
  const session: { access_token: string } = JSON.parse(await page.evaluate(() => localStorage['tuckbox-session']))
  const claims = { ...decodeJwt(session.access_token), amr: [{ method: 'password', timestamp: 1_700_000_000 }] }
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(jwtSecret))
  const aged = JSON.stringify({ ...session, access_token: token })
  await page.evaluate((stored) => localStorage.setItem('tuckbox-session', stored), aged)
}

test('A member exports and deletes the account, and no personal data remains', { tag: ['@desktop', '@long'] }, async ({
  browser,
}) => {
  const viewport = { width: 1280, height: 900 }
  const page = await (await browser.newContext({ baseURL: server.url, viewport })).newPage()
  const otherDevice = await (await browser.newContext({ baseURL: server.url, viewport })).newPage()

  await visit(page, '/')
  await openRegister(page)
  const registering = page.getByRole('dialog', { name: 'Create your account' })
  await registering.getByLabel('First name').fill('Quilla')
  await registering.getByLabel('Email').fill(email)
  await registering.getByLabel('Password', { exact: true }).fill(oldPassword)
  await registering.getByRole('button', { name: 'Create account' }).click()
  await expect(toast(page, 'Registration successful')).toBeVisible()
  await page.goto(await linkFromMailbox())
  await waitForHydration(page)
  await expect(toast(page, 'Signed in successfully')).toBeVisible()

  await visit(page, '/settings/profile')
  await page.getByLabel('Last name (optional)').fill('Featherstone')
  await page.getByLabel('Phone (optional)').fill('020 7946 0018')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Profile updated')).toBeVisible()
  await page.getByRole('link', { name: 'Addresses' }).click()
  await page.getByRole('button', { name: 'Add New Address' }).click()
  const address = page.getByRole('dialog', { name: 'Add New Address' })
  await address.getByLabel('Address line 1').fill('9 Plumage Row')
  await address.getByLabel('Town or city').fill('Ely')
  await address.getByLabel('Postcode').fill('CB7 4DL')
  await address.getByRole('button', { name: 'Save address' }).click()
  await expect(toast(page, 'Address saved')).toBeVisible()
  await visit(page, '/profile')
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'green' } })
    .png()
    .toBuffer()
  await page.getByLabel('New profile picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByRole('main').locator('img[src*="/profile_images/"]')).toBeVisible()

  await visit(otherDevice, '/')
  await openSignIn(otherDevice)
  await signIn(otherDevice, email, oldPassword)
  await expect(toast(otherDevice, 'Signed in successfully')).toBeVisible()
  await visit(page, '/settings/security')
  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByLabel('Current password').fill(oldPassword)
  await form.getByLabel('New password', { exact: true }).fill(newPassword)
  await form.getByLabel('Confirm new password').fill(newPassword)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(toast(page, 'Password updated')).toBeVisible()
  await reload(otherDevice)
  await expect(otherDevice.getByRole('dialog', { name: 'Sign in' })).toContainText('Your session has ended')
  await otherDevice.close()

  // The member's shop receives an enquiry, which creates a notification.
  const { id, headers } = await page.evaluate(() => {
    const { user, access_token } = JSON.parse(localStorage['tuckbox-session'])
    return { id: String(user.id), headers: { authorization: `Bearer ${access_token}` } }
  })
  const tableHeaders = { apikey: server.anonKey, prefer: 'return=representation' }
  const created = await page.request.post('/rest/v1/shops', {
    headers: { ...tableHeaders, ...headers },
    data: { name: 'Down Feathers', slug: 'down-feathers', description: 'Down feathers of sugar.', category: 'Other' },
  })
  const [shop] = await created.json()
  const opened = await page.request.post('/rest/v1/rpc/accept_seller_terms', {
    headers: { ...tableHeaders, ...headers },
    data: { version: sellerTermsVersion },
  })
  expect(opened.status()).toBe(200)
  await visit(page, '/notifications')
  await expect(page.getByText('You have 0 unread notifications')).toBeVisible()
  const enquiry = await page.request.post('/rest/v1/contact_messages', {
    headers: { apikey: server.anonKey },
    data: { shop_id: shop.id, subject: 'Sugar', message: 'Quilla, do you have sugar?' },
  })
  expect(enquiry.status()).toBe(201)
  await expect(page.getByText('You have 1 unread notification', { exact: true })).toBeVisible()

  await visit(page, '/settings/security')
  await makeSignInOld(page)
  const reauthentication = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expect(reauthentication).toBeVisible()
  await expectAccessibleState(page)
  await reauthentication.getByLabel('Password', { exact: true }).fill(oldPassword)
  await reauthentication.getByRole('button', { name: 'Continue' }).click()
  await expect(reauthentication.getByRole('alert')).toHaveText('Current password is not correct.')
  await reauthentication.getByLabel('Password', { exact: true }).fill(newPassword)
  const downloading = page.waitForEvent('download')
  await reauthentication.getByRole('button', { name: 'Continue' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^tuckbox-\d{4}-\d\d-\d\d\.zip$/)
  const zip = unzip(await readFile(await download.path()))
  expect(zip.get('addresses.json')?.toString()).toContain('9 Plumage Row')
  expect(zip.get('notifications.json')?.toString()).toContain('New enquiry')
  expect(zip.get('shop.json')?.toString()).toContain('Down Feathers')
  expect([...zip.keys()].filter((name) => name.startsWith('pictures/'))).toHaveLength(1)

  await makeSignInOld(page)
  await page.getByRole('button', { name: 'Delete account' }).click()
  const deleteDialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expectAccessibleState(page)
  await deleteDialog.getByLabel('I want to delete my account permanently').check()
  await deleteDialog.getByRole('button', { name: 'Delete account' }).click()
  await reauthentication.getByLabel('Password', { exact: true }).fill(newPassword)
  await reauthentication.getByRole('button', { name: 'Continue' }).click()
  await expect(toast(page, 'Account deleted')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeHidden()
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain('uilla')
  await expect.poll(async () => (await server.mailbox(email))[0]?.subject).toBe('Your Tuckbox account has been deleted')
  await expect.poll(() => files('storage').length).toBe(0)
  await page.close()

  await server.stop()
  const database = await PGlite.create({
    dataDir: path.join(dataDir, 'database'),
    extensions: { pg_trgm, pgcrypto, unaccent },
  })
  const read = async (text: string, values: string[]) =>
    (await database.query<string[]>(text, values, { rowMode: 'array' })).rows
  const left = (await rowsContaining(read, [...personal, id])).filter((trace) => !allowed.test(trace))
  await database.close()
  expect(left).toEqual([])
  expect(files('cache').filter(({ name }) => /\.(webp|avif|png|jpe?g)$/.test(name))).toEqual([])
})
