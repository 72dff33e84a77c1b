import { expectAccessible } from './accessibility.ts'
import { arrive, expect, hydrated, notice, openRegister, openSignIn, signIn, test } from './visitor.ts'

test('signing in needs both e-mail and password', async ({ page }) => {
  await arrive(page, '/')
  await openSignIn(page)
  await signIn(page, 'buyer@tuckbox.test', '')
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Please enter both email and password')
  await expectAccessible(page)
})

test('wrong credentials are refused in the dialog and in a notice, with the server’s words', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  await arrive(page, '/')
  await openSignIn(page)
  await signIn(page, 'buyer@tuckbox.test', 'not-the-password')
  await expect(notice(page, 'Sign in failed')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Invalid login credentials')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
})

test('while signing in the button says so and cannot be pressed again', async ({ page }) => {
  await arrive(page, '/')
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
  await expect(notice(page, 'Signed in successfully')).toBeVisible()
})

test('a server without words of its own gets the spec’s', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 400/)
  await page.route('**/auth/v1/token**', (route) => route.fulfill({ status: 400, json: {} }))
  await arrive(page, '/')
  await openSignIn(page)
  await signIn(page, 'buyer@tuckbox.test', 'whatever')
  await expect(notice(page, 'Please check your credentials and try again')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Sign in failed. Please check your credentials.')
})

test('an unconfirmed e-mail leads to the notice that sends another letter', async ({ page, expectedErrors }, {
  project,
}) => {
  expectedErrors.push(/status of 400/)
  const email = `unconfirmed.${project.name}.${Date.now()}@example.com`
  await arrive(page, '/')
  await openRegister(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill('Kim')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('long-enough-to-pass')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await expect(notice(page, 'Registration successful')).toBeVisible()

  await openSignIn(page)
  await signIn(page, email, 'long-enough-to-pass')
  await expect(notice(page, 'Email not confirmed')).toBeVisible()
  await expect(page.getByText(/^Please check your inbox and confirm your email before signing in/)).toBeVisible()
  const help = page.getByRole('dialog', { name: 'Verify your email' })
  await expect(help.getByLabel('Email')).toHaveValue(email)
  await expectAccessible(page)
})

test('help needs an e-mail address, sends another letter, and leads back', async ({ page }) => {
  await arrive(page, '/')
  await openSignIn(page)
  await page.getByRole('button', { name: 'Get help' }).click()
  const help = page.getByRole('dialog', { name: 'Verify your email' })
  await help.getByRole('button', { name: 'Resend confirmation email' }).click()
  await expect(help.getByText('Please enter your email address')).toBeVisible()
  await expect(help.getByLabel('Email')).toBeFocused()
  await expectAccessible(page)
  await help.getByLabel('Email').fill('nobody@example.com')
  await help.getByRole('button', { name: 'Resend confirmation email' }).click()
  await expect(notice(page, 'Confirmation email sent')).toBeVisible()
  await help.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in' }).getByLabel('Email')).toHaveValue('nobody@example.com')
})

test('a resend that the server refuses says why', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 429/)
  await page.route('**/auth/v1/resend**', (route) =>
    route.fulfill({
      status: 429,
      json: { code: 429, error_code: 'over_email_send_rate_limit', msg: 'email rate limit exceeded' },
    }),
  )
  await arrive(page, '/')
  await openSignIn(page)
  await page.getByRole('button', { name: 'Trouble signing in?' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill('kim@example.com')
  await page.getByRole('button', { name: 'Resend confirmation email' }).click()
  await expect(notice(page, 'Could not send confirmation email')).toBeVisible()
  await expect(notice(page, 'email rate limit exceeded')).toBeVisible()
})

test('registering says of every empty field what is missing, and of a weak password why', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/)
  await arrive(page, '/')
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
  await expect(notice(page, 'Registration failed')).toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText(/password/i)
})

test('the two dialogs give way to each other and keep the e-mail address', async ({ page }) => {
  await arrive(page, '/')
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

test('a spent confirmation link says so and offers another', async ({ page }) => {
  await page.goto('/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired')
  await hydrated(page)
  await expect(notice(page, 'Email link is invalid or has expired')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Verify your email' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a sign-out that fails says so and leaves one signed in', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 500/)
  await arrive(page, '/')
  await openSignIn(page)
  await signIn(page, 'buyer@tuckbox.test', 'tuckbox-sample')
  await expect(notice(page, 'Signed in successfully')).toBeVisible()
  await page.route('**/auth/v1/logout**', (route) => route.fulfill({ status: 500, json: { msg: 'down' } }))
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(notice(page, 'Sign out failed')).toBeVisible()
  await expect(notice(page, 'Unable to sign out. Please try again.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
})

test('a notice leaves after five seconds, or when it is dismissed', async ({ page }) => {
  await page.clock.install()
  await page.goto('/#error=x&error_description=Something+odd')
  await hydrated(page)
  await expect(notice(page, 'Something odd')).toBeVisible()
  await page.clock.runFor(5_000)
  await expect(notice(page, 'Something odd')).toBeHidden()
  await page.goto('/?again#error=x&error_description=Once+more')
  await hydrated(page)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice(page, 'Once more')).toBeHidden()
})
