import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import {
  chooseFromUserMenu,
  expect,
  isPhone,
  openRegister,
  openSignIn,
  signIn,
  test,
  toast,
  visit,
  waitForHydration,
} from './fixtures.ts'
import { password } from './members.ts'
import { linkFromMailbox, register } from './registration.ts'

test('A visitor registers, confirms the email address, stays signed in after a reload and signs out', {
  tag: '@both',
}, async ({ page }) => {
  const email = `rosie.${test.info().project.name}.${Date.now()}@example.com`
  await visit(page, '/')
  await openRegister(page)
  await expectAccessible(page)
  await register(page, 'Rosie', email)
  await expect(toast(page, 'Registration successful')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectAccessible(page)

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
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await chooseFromUserMenu(page, 'Sign Out')
  await expect(toast(page, 'Signed out')).toBeVisible()

  await openSignIn(page)
  await expectAccessible(page)
  await signIn(page, email, password)
  await expect(toast(page, 'Signed in successfully')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.reload()
  await waitForHydration(page)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  if (isPhone(page)) await expectAccountSheet(page)
  else await expect(page.getByRole('banner').getByRole('link', { name: 'Notifications' })).toBeVisible()

  await chooseFromUserMenu(page, 'Sign Out')
  await expect(toast(page, 'Signed out')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeHidden()
  await page.reload()
  await waitForHydration(page)
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
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
}

test('A member who is not remembered is signed out in a new browser window', async ({ page, context }, { project }) => {
  const email = `passing.${project.name}.${Date.now()}@example.com`
  await visit(page, '/')
  await openRegister(page)
  await register(page, 'Sam', email)
  await expect(toast(page, 'Registration successful')).toBeVisible()
  await page.goto(await linkFromMailbox(page, email))
  await waitForHydration(page)
  await chooseFromUserMenu(page, 'Sign Out')
  await openSignIn(page)
  await page.getByLabel('Remember me').uncheck()
  await signIn(page, email, password)
  await expect(toast(page, 'Signed in successfully')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()

  const another = await context.newPage()
  await another.goto('/')
  await waitForHydration(another)
  await expect(another.getByRole('button', { name: 'Your account' })).toBeHidden()
})

test('Signing out in one tab signs out the other tabs', async ({ page, context }) => {
  await visit(page, '/')
  await openSignIn(page)
  await signIn(page, 'buyer@tuckbox.test', 'tuckbox-sample')
  await expect(toast(page, 'Signed in successfully')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await waitForHydration(other)
  await expect(other.getByRole('button', { name: 'Your account' })).toBeVisible()
  await chooseFromUserMenu(page, 'Sign Out')
  await expect(other.getByRole('button', { name: 'Your account' })).toBeHidden()
})

test('A member replaces a forgotten password with a link from an email', async ({ page }, { project }) => {
  const email = `forgetful.${project.name}.${Date.now()}@example.com`
  await visit(page, '/')
  await openRegister(page)
  await register(page, 'Alex', email)
  await expect(toast(page, 'Registration successful')).toBeVisible()
  await page.goto(await linkFromMailbox(page, email))
  await waitForHydration(page)
  await chooseFromUserMenu(page, 'Sign Out')
  await openSignIn(page)
  await page.getByRole('button', { name: 'Trouble signing in?' }).click()
  await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill(email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Email me a reset link' }).click()
  await expect(toast(page, 'Password reset email sent')).toBeVisible()
  await page.goto(await linkFromMailbox(page, email, 2))
  await waitForHydration(page)
  const dialog = page.getByRole('dialog', { name: 'Choose a new password' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('New password', { exact: true }).fill('a-better-one-to-remember')
  await dialog.getByRole('button', { name: 'Save new password' }).click()
  await expect(toast(page, 'Password updated')).toBeVisible()
  await chooseFromUserMenu(page, 'Sign Out')
  await openSignIn(page)
  await signIn(page, email, 'a-better-one-to-remember')
  await expect(toast(page, 'Signed in successfully')).toBeVisible()
})
