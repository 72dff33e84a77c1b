/**
 * A session that ends by itself. The member's pending action continues after signing in again, and nobody else can
 * finish it.
 */
import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessibleState } from './accessibility.ts'
import { expect, signIn, test, toast, visit } from './fixtures.ts'
import { createMember, type Member, password, setSession } from './members.ts'
import { selectRows } from './shop-fixtures.ts'

/**
 * Waits until the page has had no response for a second. A later request would notice the end of the session first, such
 * as the refetch after the live connection is made.
 */
async function waitUntilQuiet(page: Page): Promise<void> {
  const responses = () => page.evaluate(() => performance.getEntriesByType('resource').length)
  await expect(async () => {
    const before = await responses()
    await page.waitForTimeout(1_000)
    expect(await responses()).toBe(before)
  }).toPass()
}

/** Signs out all devices, and makes the remaining access token expire. */
async function endSession(page: Page, request: APIRequestContext, { headers }: Member): Promise<void> {
  await waitUntilQuiet(page)
  const authorization = `Bearer ${await page.evaluate(() => JSON.parse(localStorage['tuckbox-session']).access_token)}`
  const ended = await request.post('/auth/v1/logout?scope=global', { headers: { ...headers, authorization } })
  expect(ended.status()).toBe(204)
  await page.evaluate(() => {
    const session = JSON.parse(localStorage['tuckbox-session'])
    localStorage['tuckbox-session'] = JSON.stringify({ ...session, expires_at: 1 })
  })
}

/** Opens a page and waits for its session check and its live connection, so that neither interferes with the test. */
async function visitAfterCheck(page: Page, path: string): Promise<void> {
  const checked = page.waitForResponse((response) => response.url().endsWith('/auth/v1/user'))
  const connected = page.waitForEvent('websocket')
  await visit(page, path)
  await Promise.all([checked, connected])
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in' })
const lastNameOf = ({ id }: Member) => selectRows('profiles', `id=eq.${id}&select=last_name`)
const unnamed = [{ last_name: null }]

test('A member whose session ends while saving signs in again, and the change is saved', { tag: '@phone' }, async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 4\d\d/)
  const ann = await createMember(request, 'Ann')
  await setSession(page, ann)
  await visitAfterCheck(page, '/settings/profile')
  await page.getByLabel('Last name (optional)').fill('Baker')
  await endSession(page, request, ann)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog(page)).toContainText('Your session has ended')
  await expect(dialog(page).getByLabel('Email')).toHaveValue(ann.email)
  await expect(dialog(page).getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessibleState(page)
  expect(await lastNameOf(ann)).toEqual(unnamed)
  await signIn(page, ann.email, password)
  await expect(toast(page, 'Profile updated')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  expect(await lastNameOf(ann)).toEqual([{ last_name: 'Baker' }])
})

test('What a member does when the session ends continues after signing in again, on each page', {
  tag: ['@phone', '@long'],
}, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/status of 4\d\d/)
  const ann = await createMember(request, 'Ann')
  await setSession(page, ann)
  // The name is saved by the auth service, not by the table API.
  await visitAfterCheck(page, '/settings/profile')
  await page.getByLabel('First name').fill('Anneliese')
  await endSession(page, request, ann)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await signIn(page, ann.email, password)
  await expect(toast(page, 'Profile updated')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Anneliese')

  // From a dialog above the page.
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Addresses' }).click()
  await page.getByRole('button', { name: 'Add New Address' }).click()
  const address = page.getByRole('dialog', { name: 'Add New Address' })
  await address.getByLabel('Address line 1').fill('1 First Street')
  await address.getByLabel('Town or city').fill('Ely')
  await address.getByLabel('Postcode').fill('CB7 4DL')
  await endSession(page, request, ann)
  await address.getByRole('button', { name: 'Save address' }).click()
  await expect(dialog(page)).toBeVisible()
  await signIn(page, ann.email, password)
  await expect(toast(page, 'Address saved')).toBeVisible()
  await expect(page.getByRole('radio', { name: /1 First Street/ })).toBeChecked()
  expect(await selectRows('user_addresses', `user_id=eq.${ann.id}&select=city`)).toEqual([{ city: 'Ely' }])

  // With a button outside any form.
  await visitAfterCheck(page, '/category/Cakes')
  const [heart] = await page.getByRole('button', { name: /^Favorite / }).all()
  await endSession(page, request, ann)
  await heart?.click()
  await expect(dialog(page)).toBeVisible()
  await signIn(page, ann.email, password)
  await expect.poll(async () => (await selectRows('favourites', `user_id=eq.${ann.id}`)).length).toBe(1)
})

test('A pending change is dropped if another member signs in, or nobody does', { tag: '@phone' }, async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 4\d\d/)
  const ann = await createMember(request, 'Ann')
  const bea = await createMember(request, 'Bea')
  await setSession(page, ann)
  await visitAfterCheck(page, '/settings/profile')
  await page.getByLabel('Last name (optional)').fill('Baker')
  await endSession(page, request, ann)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await signIn(page, bea.email, password)
  await expect(page.getByLabel('First name')).toHaveValue('Bea')
  await expect(page.getByLabel('Last name (optional)')).toHaveValue('')
  await expect(dialog(page)).toBeHidden()
  expect([await lastNameOf(ann), await lastNameOf(bea)]).toEqual([unnamed, unnamed])

  // A new page has no toast that could cover the button.
  await visitAfterCheck(page, '/settings/profile')
  await page.getByLabel('Last name (optional)').fill('Cook')
  await endSession(page, request, bea)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeHidden()
  expect(await lastNameOf(bea)).toEqual(unnamed)
})
