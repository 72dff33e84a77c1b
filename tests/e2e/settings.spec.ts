/** The settings of an account, and the notifications page. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { unzip } from '../unzip.ts'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, isPhone, reload, test, toast, visit } from './fixtures.ts'
import { createMember, password, setSession, signInMember } from './members.ts'
import { linkFromMailbox } from './registration.ts'
import { insertRow, insertRows, selectRows } from './shop-fixtures.ts'

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
}

test('A member edits the profile, and the new name and picture appear everywhere', { tag: '@both' }, async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/, /Failed to fetch|^Error$/, /status of 500/)
  const ann = await createMember(request, 'Ann')
  await setSession(page, ann)
  await visit(page, '/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile')
  await expect(page.getByLabel('First name')).toHaveValue('Ann')
  await expect(page.getByLabel('Email', { exact: true })).toBeDisabled()
  await expectAccessible(page)

  await page.getByLabel('First name').fill('')
  await page.getByLabel('Phone (optional)').fill('12')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Please enter your first name.')).toBeVisible()
  await expect(page.getByText('Please enter a phone number, such as 020 7946 0123.')).toBeVisible()

  await page.getByLabel('First name').fill('Anneliese')
  await page.getByLabel('Last name (optional)').fill('Baker')
  await page.getByLabel('Phone (optional)').fill('020 7946 0018')
  await page.getByRole('button', { name: 'Save Changes' }).press('Enter')
  await expect(toast(page, 'Profile updated')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeFocused()
  await expect(page.getByLabel('Phone (optional)')).toHaveValue('+44 20 7946 0018')
  await visit(page, '/profile')
  await expect(page.getByRole('main').getByText('Anneliese').first()).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Profile Settings', 'Orders', 'Favorites', 'Security'])
  await expectAccessibleState(page)

  // A new picture replaces the previous one, also in the header.
  for (const colour of ['red', 'green']) {
    const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: colour } })
      .png()
      .toBuffer()
    const chosen = { name: 'me.png', mimeType: 'image/png', buffer: picture }
    await page.getByLabel('New profile picture').setInputFiles(chosen)
    await expect(toast(page, 'Profile updated')).toBeVisible()
  }
  const shown = page.getByRole('main').locator(`img[src*="/profile_images/${ann.id}/profile."]`)
  await expect(shown).toBeVisible()
  if (!isPhone(page)) await expect(page.getByRole('banner').locator(`img[src*="${ann.id}/profile."]`)).toBeVisible()
  await expect
    .poll(async () => {
      const stored = await request.get((await shown.getAttribute('src')) ?? '')
      const { dominant } = await sharp(await stored.body()).stats()
      return dominant.g > dominant.r
    })
    .toBe(true)

  await visit(page, '/settings/profile')
  await page.getByRole('button', { name: 'Change email' }).click()
  const next = `new.${ann.email}`
  await page.getByRole('dialog').getByLabel('New email').fill(next)
  await page.getByRole('button', { name: 'Send links' }).click()
  await expect(toast(page, 'Confirmation email sent')).toBeVisible()
  expect(await linkFromMailbox(page, next)).toContain('/auth/v1/verify')
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByRole('dialog').getByLabel('New email')).toHaveValue('')
  await page.keyboard.press('Escape')

  // A failure of the public name has another message than a failure of the whole profile.
  await page.route('**/auth/v1/user', (route) => route.abort())
  await page.getByLabel('First name').fill('Liese')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Unable to update profile information.')).toBeVisible()
  await page.route('**/rest/v1/profiles*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Failed to update profile. Please try again.')).toBeVisible()
})

test('A member adds, edits and deletes addresses and chooses the default', { tag: '@phone' }, async ({
  page,
  request,
}) => {
  const ann = await createMember(request, 'Ann')
  await setSession(page, ann)
  await visit(page, '/settings/addresses')
  await expect(page.getByText('No addresses yet')).toBeVisible()
  const dialog = page.getByRole('dialog')

  async function add(line: string, button: string): Promise<void> {
    await page.getByRole('button', { name: button }).click()
    await dialog.getByLabel('Address line 1').fill(line)
    await dialog.getByLabel('Town or city').fill('Ely')
    await dialog.getByLabel('Postcode').fill('cb74dl')
    await dialog.getByRole('button', { name: 'Save address' }).click()
    await expect(toast(page, 'Address saved')).toBeVisible()
    await expect(dialog).toBeHidden()
  }
  await add('1 First Street', 'Add New Address')
  await add('2 Second Street', 'Add New Address')
  const first = page.getByRole('radio', { name: /1 First Street/ })
  const second = page.getByRole('radio', { name: /2 Second Street/ })
  await expect(first).toBeChecked()
  await expect(page.getByText('Default Address').last()).toBeVisible()
  await expectAccessible(page)

  await second.click()
  await expect(second).toBeChecked()
  await expect(page.getByText('CB7 4DL').first()).toBeVisible()
  await reload(page)
  await expect(second).toBeChecked()
  await expect(first).not.toBeChecked()

  await page.getByRole('button', { name: 'Edit 1 First Street' }).click()
  await dialog.getByLabel('Address line 1').fill('1b First Street')
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByRole('radio', { name: /1b First Street/ })).toBeVisible()
  await expect(second).toBeChecked()

  await page.getByRole('button', { name: 'Delete 1b First Street' }).click()
  await expect(dialog.getByText('1b First Street, Ely CB7 4DL')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('radio')).toHaveCount(1)
})

test('A member changes the password with the current one, which signs out other devices', {
  tag: ['@phone', '@long'],
}, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/status of 4\d\d/)
  const ann = await createMember(request, 'Ann')
  const otherDevice = await signInMember(request, ann.email, password)
  await setSession(page, ann)
  await visit(page, '/settings/security')
  await expect(page.getByText('Email and password')).toBeVisible()
  await expectAccessible(page)
  const form = page.getByRole('form', { name: 'Change password' })
  const next = 'rye-sourdough-at-noon'
  const change = async (current: string, confirmed = next) => {
    await form.getByLabel('Current password').fill(current)
    await form.getByLabel('New password', { exact: true }).fill(next)
    await form.getByLabel('Confirm new password').fill(confirmed)
    await form.getByRole('button', { name: 'Change password' }).click()
  }
  await change(password, 'another')
  await expect(toast(page, 'Passwords do not match')).toBeVisible()
  await expect(form.getByText('Strong.')).toBeVisible()
  await change('not-my-password')
  await expect(form.getByText('Current password is not correct.')).toBeVisible()
  await change(password)
  await expect(toast(page, 'Password updated')).toBeVisible()

  const { refresh_token } = JSON.parse(otherDevice.session)
  const refreshed = await request.post('/auth/v1/token?grant_type=refresh_token', {
    headers: { apikey: ann.headers.apikey ?? '' },
    data: { refresh_token },
  })
  expect(refreshed.status()).toBe(400)
  await signInMember(request, ann.email, next)

  await page.getByRole('button', { name: 'Sign out on other devices' }).click()
  await expect(toast(page, 'Signed out on other devices')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('A member downloads the data of the account, and deletes it', { tag: '@phone' }, async ({
  page,
  request,
  expectedErrors,
}) => {
  // The page behind the dialog may still ask with the session that has ended.
  expectedErrors.push(/status of 40[13]/)
  const ann = await createMember(request, 'Ann')
  await insertRow('user_addresses', {
    user_id: ann.id,
    full_name: 'Ann',
    address_line1: '9 Plumage Row',
    city: 'Ely',
    postal_code: 'CB7 4DL',
  })
  await setSession(page, ann)
  await visit(page, '/settings/security')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const zip = unzip(await readFile(await (await downloading).path()))
  expect(zip.get('addresses.json')?.toString()).toContain('9 Plumage Row')

  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('I want to delete my account permanently').check()
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(toast(page, 'Account deleted')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Your account' })).toBeHidden()
  expect(await selectRows('profiles', `id=eq.${ann.id}`)).toEqual([])
  expect(await selectRows('user_addresses', `user_id=eq.${ann.id}`)).toEqual([])
})

test('A member chooses what is emailed and pushed, and quiet hours', { tag: ['@phone', '@notifications'] }, async ({
  page,
  request,
}) => {
  await setSession(page, await createMember(request, 'Ann'))
  await visit(page, '/settings/notifications')
  const emails = page.getByRole('switch', { name: 'Email notifications' })
  const updates = page.getByRole('switch', { name: 'Order updates' })
  const promotions = page.getByRole('switch', { name: 'Promotional emails' })
  const payments = page.getByRole('switch', { name: 'Payments' })
  const quiet = page.getByRole('switch', { name: 'Quiet hours' })
  await expect(page.getByRole('button', { name: 'Turn on notifications' })).toBeVisible()
  for (const on of [emails, updates, payments]) await expect(on).toBeChecked()
  for (const off of [promotions, quiet]) await expect(off).not.toBeChecked()
  await updates.uncheck()
  await promotions.check()
  await payments.uncheck()
  await quiet.check()
  await expectAccessible(page)
  await page.getByLabel('Until').fill('22:00')
  await page.getByRole('button', { name: 'Save Preferences' }).click()
  await expect(page.getByText('Please choose another time than the start.')).toBeVisible()
  await page.getByLabel('Until').fill('06:30')
  await page.getByRole('button', { name: 'Save Preferences' }).click()
  await expect(toast(page, 'Preferences saved')).toBeVisible()
  await reload(page)
  for (const off of [updates, payments]) await expect(off).not.toBeChecked()
  for (const on of [promotions, quiet]) await expect(on).toBeChecked()
  await expect(page.getByLabel('From')).toHaveValue('22:00')
  await expect(page.getByLabel('Until')).toHaveValue('06:30')
  await goTo(page, 'Security')
})

test('A member filters notifications by type, follows them and marks them as read', async ({ page, request }) => {
  const ann = await createMember(request, 'Ann')
  await setSession(page, ann)
  await visit(page, '/notifications')
  await expect(page.getByText('You have 0 unread notifications')).toBeVisible()
  await expect(page.getByText('No notifications', { exact: true })).toBeVisible()
  await expect(page.getByText("When you receive notifications, they'll appear here")).toBeVisible()

  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000 - 60_000).toISOString()
  const notification = (type: string, title: string, hours: number, link: string | null = null) => ({
    user_id: ann.id,
    type,
    title,
    message: `About ${title}`,
    link,
    created_at: hoursAgo(hours),
  })
  await insertRows('notifications', [
    ...Array.from({ length: 35 }, (_, n) => notification('system', `Notice ${n + 1}`, 31 + n)),
    notification('payment', 'Payment received', 25),
    notification('message', 'A message', 5, '/messages'),
    notification('order', 'On its way', 1, '/faq'),
  ])
  await reload(page)
  await expect(page.getByText('You have 38 unread notifications')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'On its way' })).toContainText('1 hour ago')
  await expect(page.getByRole('listitem').filter({ hasText: 'A message' })).toContainText('5 hours ago')
  await expect(page.getByRole('listitem').filter({ hasText: 'Payment received' })).toContainText('1 day ago')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Mark as read: A message' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'A message' })).toBeFocused()
  await expect(page.getByText('You have 37 unread notifications')).toBeVisible()
  await page.getByRole('link', { name: 'On its way' }).click()
  await expect(page).toHaveURL(/\/faq$/)
  await page.goBack()
  await expect(page.getByText('You have 36 unread notifications')).toBeVisible()

  await page.getByRole('tab', { name: 'System' }).click()
  await expect(page.getByText('About Notice 30', { exact: true })).toBeVisible()
  await expect(page.getByText('About Notice 31', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByText('About Notice 35', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/tab=system/)

  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('You have 0 unread notifications')).toBeVisible()
  await expect(page.getByRole('button', { name: /Mark as read/ })).toHaveCount(0)

  // New notifications appear live.
  await insertRow('notifications', notification('system', 'The oven is on', 0))
  await expect(page.getByText('You have 1 unread notification', { exact: true })).toBeVisible()
  await expect(page.getByText('About The oven is on')).toBeVisible()
})

// Text at 200 % leaves half the width, so the desktop's width is halved.
test('Account and static pages are accessible with text at 200 %', { tag: ['@desktop', '@long'] }, async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 640, height: 900 })
  const ann = await createMember(request, 'Ann')
  await insertRow('notifications', {
    user_id: ann.id,
    type: 'order',
    title: 'Your order is on its way',
    message: 'With care.',
  })
  await insertRow('user_addresses', {
    user_id: ann.id,
    full_name: 'Anneliese Featherstonehaugh',
    address_line1: '221b Llanfairpwllgwyngyll Crescent',
    city: 'Ely',
    postal_code: 'CB7 4DL',
    is_default: true,
  })
  await setSession(page, ann)
  const settings = ['profile', 'addresses', 'security', 'notifications'].map((name) => `/settings/${name}`)
  const staticPages = ['/contact', '/faq', '/terms', '/privacy', '/seller/terms']
  for (const path of ['/profile', ...settings, '/notifications', ...staticPages]) {
    await visit(page, path)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expect(
      page
        .getByRole('main')
        .locator('[role=status]')
        .filter({ hasText: /^Loading/ }),
    ).toHaveCount(0)
    await test.step(path, () => expectAccessible(page))
  }
})
