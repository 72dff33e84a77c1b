import type { APIRequestContext } from '@playwright/test'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, reload, signIn, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { createShop, insertRows, invokeFunction } from './shop-fixtures.ts'

interface SentEmail {
  readonly subject: string
  readonly text: string
  readonly links: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

async function emailsTo(request: APIRequestContext, address: string): Promise<SentEmail[]> {
  return await (await request.get(`/dev/mailbox.json?to=${encodeURIComponent(address)}`)).json()
}

test('A visitor follows a shop by signing in, chooses its emails, and stops both', async ({ page, request }) => {
  const member = await createMember(request, 'Felicity')
  const { shop: kitchen } = await createShop('Follow Me')
  await visit(page, `/shop/${kitchen.slug}`)
  const follow = page.getByRole('button', { name: new RegExp(`^Follow(ing)? ${kitchen.name}`) })
  await follow.click()
  await signIn(page, member.email, password)
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  // Consent is never assumed.
  const emails = page.getByRole('checkbox', { name: `Email me announcements from ${kitchen.name}` })
  await expect(emails).not.toBeChecked()
  await expectAccessibleState(page)
  await emails.check()
  await page.waitForLoadState('networkidle')

  await visit(page, '/following')
  await expect(page.getByRole('heading', { level: 1, name: 'Shops you follow' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(emails).toBeChecked()
  await expectAccessible(page)
  await emails.uncheck()
  await page.waitForLoadState('networkidle')
  await reload(page)
  await expect(emails).not.toBeChecked()
  await follow.click()
  await expect(page.getByRole('heading', { name: 'You follow no shops yet' })).toBeVisible()
  await expectAccessibleState(page)
})

test('A seller announces, followers are told, and an email is ended with one click', async ({ page, request }) => {
  const { shop: kitchen, owner, addProduct } = await createShop('Saturday Oven')
  const product = await addProduct({ name: 'Rye loaf' })
  const reader = await createMember(request, 'Rita')
  const other = await createMember(request, 'Otto')
  await insertRows('shop_followers', [
    { user_id: reader.id, shop_id: kitchen.id, wants_emails: true },
    { user_id: other.id, shop_id: kitchen.id, wants_emails: false },
  ])
  await setSession(page, await signInMember(request, owner.email, password))
  await visit(page, '/seller/announcements')
  await expect(page.getByText('2 followers')).toBeVisible()
  await expect(page.getByText('1 by email as well')).toBeVisible()
  await page.getByRole('button', { name: 'Send to followers' }).click()
  await expect(page.getByText('Please enter a title of at least 3 characters.')).toBeVisible()
  await page.getByLabel('Title').fill('Saturday’s loaves')
  await page.getByLabel('What would you like to say?').fill('Rye and spelt, from ten o’clock.\nCome early.')
  await page.getByLabel('Link to a product (optional)').selectOption('Rye loaf')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send to followers' }).click()
  await expect(toast(page, 'Announcement sent')).toBeVisible()
  // The job runs every few seconds.
  await expect(page.getByText('2 told, 1 by email as well', { exact: false })).toBeVisible({ timeout: 30_000 })
  await expectAccessibleState(page)
  await invokeFunction('send-mail')

  // The follower without consent is told in the app alone.
  await expect
    .poll(async () => (await emailsTo(request, reader.email))[0]?.subject)
    .toBe('Saturday Oven: Saturday’s loaves')
  expect((await emailsTo(request, other.email)).map(({ subject }) => subject)).not.toContain(
    'Saturday Oven: Saturday’s loaves',
  )
  await setSession(page, other)
  await visit(page, '/notifications?tab=shops')
  await page.getByRole('link', { name: /Saturday’s loaves/ }).click()
  await expect(page).toHaveURL(/\/shop\/.*announcement=/)
  const announcements = page.getByRole('region', { name: 'Announcements' })
  await expect(announcements.getByText('Come early.')).toBeVisible()
  await expect(announcements.getByRole('link', { name: 'See Rye loaf' })).toHaveAttribute(
    'href',
    new RegExp(product.id),
  )
  await expectAccessibleState(page)
  await announcements.getByRole('button', { name: /^Report/ }).click()
  await page.getByText('It is misleading').click()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(toast(page, 'Report sent')).toBeVisible()

  // The page of the footer's link asks first. The mail program's POST needs no session and no page.
  const [email] = await emailsTo(request, reader.email)
  const oneClick = /^<(.+)>$/.exec(email?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
  expect(email?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const opened = await request.get(oneClick, { maxRedirects: 0 })
  expect(opened.status()).toBe(303)
  await page.evaluate(() => localStorage.clear())
  const link = new URL(opened.headers().location ?? '')
  await visit(page, `${link.pathname}${link.search}`)
  await expect(page.getByRole('heading', { name: 'Stop emails from Saturday Oven?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  const posted = await request.post(oneClick, { form: { 'List-Unsubscribe': 'One-Click' } })
  expect(posted.status()).toBe(200)
  expect(
    (await request.post(`${oneClick.slice(0, -1)}x`, { form: { 'List-Unsubscribe': 'One-Click' } })).status(),
  ).toBe(404)
})

test('A link that was cut on the way says so', { tag: '@long' }, async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 404/)
  await visit(page, '/unsubscribe?token=abc')
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await expectAccessible(page)
})
