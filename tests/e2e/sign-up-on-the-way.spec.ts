/** Visitors who sign up in the middle of something come back to it, in the same tab or in another. */
import type { Page, TestInfo } from '@playwright/test'
import { expectAccessibleState } from './accessibility.ts'
import { addToBasket, expect, openSignIn, signIn, test, toast, visit, waitForHydration } from './fixtures.ts'
import { password } from './members.ts'
import { latestEmail, linkFromMailbox, register } from './registration.ts'
import { createShop } from './shop-fixtures.ts'

const newAddress = (name: string, { project }: TestInfo) => `${name}.${project.name}.${Date.now()}@example.com`

/** Registers from the sign-in dialog, which is open. The account then waits for its confirmation. */
async function signUp(page: Page, firstName: string, email: string): Promise<void> {
  await page.getByRole('dialog', { name: 'Sign in' }).getByRole('button', { name: 'Create account' }).click()
  await register(page, firstName, email)
  await expect(toast(page, 'Registration successful')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('A visitor who signs up at the checkout continues it in the tab of the confirmation link', async ({
  page,
  context,
}, info) => {
  const email = newAddress('casey', info)
  const shop = await createShop('On The Way Bakery')
  const loaf = await shop.addProduct({ name: 'Waiting loaf', price: 12 }, { Plain: 0 })
  await visit(page, loaf.path)
  await addToBasket(page)
  await page.goto('/checkout')
  await waitForHydration(page)
  await signUp(page, 'Casey', email)

  const tab = await context.newPage()
  await tab.goto(await linkFromMailbox(page, email))
  await waitForHydration(tab)
  await expect(toast(tab, 'Signed in successfully')).toBeVisible()
  await expect(tab).toHaveURL('/checkout')
  await expect(tab.getByRole('main')).toContainText('Waiting loaf')
  await expect(tab.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
})

test(
  'A visitor who signs up to keep a favourite has it after the confirmation, once',
  { tag: '@long' },
  async ({ page, context }, info) => {
    const email = newAddress('fern', info)
    await visit(page, '/shop/honey-crumb')
    const heart = (tab: Page) => tab.getByRole('button', { name: 'Favorite Honey & Crumb' })
    await heart(page).click()
    await signUp(page, 'Fern', email)

    const tab = await context.newPage()
    const link = await linkFromMailbox(page, email)
    await tab.goto(link)
    await waitForHydration(tab)
    await expect(heart(tab)).toHaveAttribute('aria-pressed', 'true')
    await expect(tab).toHaveURL('/shop/honey-crumb')
    await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()

    // Neither a reload nor the used link adds it again.
    await heart(tab).click()
    await expect(heart(tab)).toHaveAttribute('aria-pressed', 'false')
    await tab.waitForLoadState('networkidle')
    await tab.goto(link)
    await waitForHydration(tab)
    await expect(toast(tab, 'Sign in failed')).toBeVisible()
    await expect(tab).toHaveURL('/shop/honey-crumb')
    await expect(heart(tab)).toHaveAttribute('aria-pressed', 'false')
  },
)

test('A visitor who signs up to open a shop continues there with the code of the email', async ({
  page,
  expectedErrors,
}, info) => {
  expectedErrors.push(/status of 40[03]/)
  const email = newAddress('shay', info)
  await page.goto('/seller/create-shop')
  await waitForHydration(page)
  await signUp(page, 'Shay', email)
  const { text } = await latestEmail(page, email)
  const code = /code: (\d{6})/.exec(text)?.[1] ?? ''

  await openSignIn(page)
  await signIn(page, email, password)
  const help = page.getByRole('dialog', { name: 'Verify your email' })
  await help.getByRole('button', { name: 'Use code' }).click()
  await expect(help.getByText('Please enter the code')).toBeVisible()
  await help.getByLabel('Code from the email').fill(code === '000000' ? '111111' : '000000')
  await help.getByRole('button', { name: 'Use code' }).click()
  await expect(help.getByText('That code is not correct. Please enter the code from our latest email.')).toBeVisible()
  await expectAccessibleState(page)
  await help.getByLabel('Code from the email').fill(code)
  await help.getByRole('button', { name: 'Use code' }).click()
  await expect(toast(page, 'Signed in successfully')).toBeVisible()
  await expect(page).toHaveURL('/seller/create-shop')
  await expect(page.getByLabel('Shop name')).toBeVisible()
})

test(
  'A member who forgot the password sets a new one with the code of the email',
  { tag: '@long' },
  async ({ page }, info) => {
    const email = newAddress('robin', info)
    await visit(page, '/faq')
    await openSignIn(page)
    await signUp(page, 'Robin', email)
    await page.request.get(await linkFromMailbox(page, email), { maxRedirects: 0 })

    await openSignIn(page)
    await page.getByRole('button', { name: 'Trouble signing in?' }).click()
    const help = page.getByRole('dialog', { name: 'Verify your email' })
    await help.getByLabel('Email', { exact: true }).fill(email)
    await help.getByRole('button', { name: 'Email me a reset link' }).click()
    await expect(toast(page, 'Password reset email sent')).toBeVisible()
    const { text } = await latestEmail(page, email, 2)
    await help.getByLabel('Code from the email').fill(/code: (\d{6})/.exec(text)?.[1] ?? '')
    await help.getByRole('button', { name: 'Use code' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose a new password' })
    await dialog.getByLabel('New password', { exact: true }).fill('a-better-one-to-remember')
    await dialog.getByRole('button', { name: 'Save new password' }).click()
    await expect(toast(page, 'Password updated')).toBeVisible()
    await expect(page).toHaveURL('/faq')
  },
)

test(
  'A common password, and the own name or email address, are refused with the reason',
  { tag: '@long' },
  async ({ page, expectedErrors }, info) => {
    expectedErrors.push(/status of 422/)
    const email = newAddress('jordan', info)
    await visit(page, '/')
    await openSignIn(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Create account' }).click()
    const error = page.getByRole('dialog').getByRole('alert')
    /** The toast covers the button on a phone. */
    const dismissToast = () => page.getByRole('button', { name: 'Dismiss' }).click()
    await register(page, 'Jordan', email, 'Password123')
    await expect(error).toHaveText('Password is known to be weak and easy to guess, please choose a different one.')
    await dismissToast()
    await register(page, 'Jordan', email, 'jordan-2026')
    await expect(error).toHaveText('Password should not be your name or email address.')
    await dismissToast()
    await register(page, 'Jordan', email, email)
    await expect(error).toHaveText('Password should not be your name or email address.')
    await dismissToast()
    await register(page, 'Jordan', email)
    await expect(toast(page, 'Registration successful')).toBeVisible()
  },
)
