import { expectAccessible } from './accessibility.ts'
import { expect, openRegister, openSignIn, signIn, test, toast, visit, waitForHydration } from './fixtures.ts'

test('Signing in requires both email and password', { tag: '@long' }, async ({ page }) => {
  await visit(page, '/')
  await openSignIn(page)
  await signIn(page, 'buyer@tuckbox.test', '')
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Please enter both email and password')
  await expectAccessible(page)
})

test('Wrong credentials show the server’s error in the dialog and a toast', { tag: '@long' }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  await visit(page, '/')
  await openSignIn(page)
  await signIn(page, 'buyer@tuckbox.test', 'not-the-password')
  await expect(toast(page, 'Sign in failed')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Invalid login credentials')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
})

test('The sign-in button is disabled while signing in', { tag: '@long' }, async ({ page }) => {
  await visit(page, '/')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/auth/v1/token**', async (route) => {
    await released
    await route.continue()
  })
  await openSignIn(page)
  await signIn(page, 'buyer@tuckbox.test', 'tuckbox-sample')
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  release()
  await expect(toast(page, 'Signed in successfully')).toBeVisible()
})

test('A sign-in error without a message from the server shows the default message', { tag: '@long' }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  await page.route('**/auth/v1/token**', (route) => route.fulfill({ status: 400, json: {} }))
  await visit(page, '/')
  await openSignIn(page)
  await signIn(page, 'buyer@tuckbox.test', 'whatever')
  await expect(toast(page, 'Please check your credentials and try again')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Sign in failed. Please check your credentials.')
})

test(
  'A member with an unconfirmed email address can request another confirmation email',
  { tag: '@long' },
  async ({ page, expectedErrors }, { project }) => {
    expectedErrors.push(/status of 400/)
    const email = `unconfirmed.${project.name}.${Date.now()}@example.com`
    await visit(page, '/')
    await openRegister(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('First name').fill('Kim')
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill('long-enough-to-pass')
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await expect(toast(page, 'Registration successful')).toBeVisible()

    await openSignIn(page)
    await signIn(page, email, 'long-enough-to-pass')
    await expect(toast(page, 'Email not confirmed')).toBeVisible()
    await expect(page.getByText(/^Please check your inbox and confirm your email before signing in/)).toBeVisible()
    const help = page.getByRole('dialog', { name: 'Verify your email' })
    await expect(help.getByLabel('Email', { exact: true })).toHaveValue(email)
    await expectAccessible(page)
  },
)

test('The sign-in help requires an email address, resends the confirmation and links back', { tag: '@long' }, async ({
  page,
}) => {
  await visit(page, '/')
  await openSignIn(page)
  await page.getByRole('button', { name: 'Get help' }).click()
  const help = page.getByRole('dialog', { name: 'Verify your email' })
  await help.getByRole('button', { name: 'Resend confirmation email' }).click()
  await expect(help.getByText('Please enter your email address')).toBeVisible()
  await expect(help.getByLabel('Email', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await help.getByLabel('Email', { exact: true }).fill('nobody@example.com')
  await help.getByRole('button', { name: 'Resend confirmation email' }).click()
  await expect(toast(page, 'Confirmation email sent')).toBeVisible()
  await help.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in' }).getByLabel('Email')).toHaveValue('nobody@example.com')
})

test('A refused confirmation email shows the server’s error', { tag: '@long' }, async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 429/)
  await page.route('**/auth/v1/resend**', (route) =>
    route.fulfill({
      status: 429,
      json: { code: 429, error_code: 'over_email_send_rate_limit', msg: 'email rate limit exceeded' },
    }),
  )
  await visit(page, '/')
  await openSignIn(page)
  await page.getByRole('button', { name: 'Trouble signing in?' }).click()
  await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill('kim@example.com')
  await page.getByRole('button', { name: 'Resend confirmation email' }).click()
  await expect(toast(page, 'Could not send confirmation email')).toBeVisible()
  await expect(toast(page, 'email rate limit exceeded')).toBeVisible()
})

test('The registration form shows an error for every empty field and for a weak password', { tag: '@long' }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/)
  await visit(page, '/')
  await openRegister(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  for (const text of ['Please enter your first name', 'Please enter your email address', 'Please choose a password']) {
    await expect(dialog.getByText(text)).toBeVisible()
  }
  await expect(dialog.getByLabel('First name')).toBeFocused()
  await expectAccessible(page)

  await dialog.getByLabel('First name').fill('Kim')
  await dialog.getByLabel('Email').fill('kim@example.com')
  await dialog.getByLabel('Password', { exact: true }).fill('abc')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await expect(toast(page, 'Registration failed')).toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText(/password/i)
})

test('Sign-in and registration link to each other and keep the email address', { tag: '@long' }, async ({ page }) => {
  await visit(page, '/')
  await openSignIn(page)
  await page.getByRole('dialog').getByLabel('Email').fill('kim@example.com')
  await page.getByRole('button', { name: 'Create account' }).click()
  const register = page.getByRole('dialog', { name: 'Create your account' })
  await expect(register.getByLabel('Email')).toHaveValue('kim@example.com')
  await register.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in' }).getByLabel('Email')).toHaveValue('kim@example.com')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('An expired confirmation link shows an error and offers a new email', { tag: '@long' }, async ({ page }) => {
  await page.goto('/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired')
  await waitForHydration(page)
  await expect(toast(page, 'Email link is invalid or has expired')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Verify your email' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('A failed sign-out shows an error, and the member stays signed in', { tag: '@long' }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500/)
  await visit(page, '/')
  await openSignIn(page)
  await signIn(page, 'buyer@tuckbox.test', 'tuckbox-sample')
  await expect(toast(page, 'Signed in successfully')).toBeVisible()
  await page.route('**/auth/v1/logout**', (route) => route.fulfill({ status: 500, json: { msg: 'down' } }))
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(toast(page, 'Sign out failed')).toBeVisible()
  await expect(toast(page, 'Unable to sign out. Please try again.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
})

test('A toast disappears after five seconds, or when it is dismissed', { tag: '@long' }, async ({ page }) => {
  await page.clock.install()
  await page.goto('/#error=x&error_description=Something+odd')
  await waitForHydration(page)
  await expect(toast(page, 'Something odd')).toBeVisible()
  await page.clock.runFor(5_000)
  await expect(toast(page, 'Something odd')).toBeHidden()
  await page.goto('/?again#error=x&error_description=Once+more')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast(page, 'Once more')).toBeHidden()
})
