import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import {
  chooseFromUserMenu,
  expect,
  isPhone,
  openRegister,
  openSignIn,
  reload,
  signIn,
  test,
  toast,
  visit,
  waitForHydration,
} from './fixtures.ts'
import { createUser, password } from './members.ts'
import { linkFromMailbox, register } from './registration.ts'

test('A visitor registers, confirms the email address, stays signed in after a reload and signs out in all tabs', {
  tag: '@both',
}, async ({ page, context }) => {
  const email = `rosie.${test.info().project.name}.${Date.now()}@example.com`
  await visit(page, '/faq')
  await openRegister(page)
  await expectAccessible(page)
  await register(page, 'Rosie', email)
  await expect(toast(page, 'Registration successful')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectAccessibleState(page)

  await page.goto(await linkFromMailbox(page, email))
  await waitForHydration(page)
  await expect(toast(page, 'Signed in successfully')).toBeVisible()
  expect(page.url(), 'the URL contains no token').not.toContain('token')
  await page.getByRole('button', { name: 'Your account' }).click()
  const menu = page.getByRole('menu')
  await expect(menu.getByText('Rosie', { exact: true })).toBeVisible()
  for (const item of ['Profile', 'Order History', 'Profile Settings', 'Manage Addresses', 'Sign Out']) {
    await expect(menu.getByRole('menuitem', { name: item, exact: true })).toBeVisible()
  }
  await expectAccessibleState(page)
  await page.keyboard.press('Escape')
  await chooseFromUserMenu(page, 'Sign Out')
  await expect(toast(page, 'Signed out')).toBeVisible()

  await openSignIn(page)
  await expectAccessibleState(page)
  await signIn(page, email, password)
  await expect(toast(page, 'Signed in successfully')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()

  await reload(page)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  if (isPhone(page)) await expectAccountSheet(page)
  else await expect(page.getByRole('banner').getByRole('link', { name: 'Notifications' })).toBeVisible()

  const other = await context.newPage()
  await visit(other, '/terms')
  await expect(other.getByRole('button', { name: 'Your account' })).toBeVisible()
  await chooseFromUserMenu(page, 'Sign Out')
  await expect(toast(page, 'Signed out')).toBeVisible()
  for (const tab of [page, other]) await expect(tab.getByRole('button', { name: 'Your account' })).toBeHidden()
  await reload(page)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeHidden()
})

async function expectAccountSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  for (const item of ['Notifications', 'My Profile', 'Orders']) {
    await expect(sheet.getByRole('link', { name: item })).toBeVisible()
  }
  const box = await sheet.boundingBox()
  expect(box?.width).toBe(Math.min(350, 0.8 * 390))
  await expectAccessibleState(page)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
}

test('A member who is not remembered is signed out in a new browser window', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const { email } = await createUser('Sam')
  await visit(page, '/faq')
  await openSignIn(page)
  await page.getByLabel('Remember me').uncheck()
  await signIn(page, email, password)
  await expect(toast(page, 'Signed in successfully')).toBeVisible()
  await reload(page)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()

  const another = await context.newPage()
  await visit(another, '/faq')
  await expect(another.getByRole('button', { name: 'Your account' })).toBeHidden()
})

test('A member replaces a forgotten password with a link from an email', async ({ page }) => {
  const { email } = await createUser('Alex')
  await visit(page, '/faq')
  await openSignIn(page)
  await page.getByRole('button', { name: 'Trouble signing in?' }).click()
  await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill(email)
  await expectAccessibleState(page)
  await page.getByRole('button', { name: 'Email me a reset link' }).click()
  await expect(toast(page, 'Password reset email sent')).toBeVisible()
  await page.goto(await linkFromMailbox(page, email))
  await waitForHydration(page)
  const dialog = page.getByRole('dialog', { name: 'Choose a new password' })
  await expect(dialog).toBeVisible()
  await expectAccessibleState(page)
  await dialog.getByLabel('New password', { exact: true }).fill('a-better-one-to-remember')
  await dialog.getByRole('button', { name: 'Save new password' }).click()
  await expect(toast(page, 'Password updated')).toBeVisible()
  await chooseFromUserMenu(page, 'Sign Out')
  await openSignIn(page)
  await signIn(page, email, 'a-better-one-to-remember')
  await expect(toast(page, 'Signed in successfully')).toBeVisible()
})
