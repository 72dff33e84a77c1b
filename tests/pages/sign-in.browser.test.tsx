import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, authRefused, never, Refused, unreachable } from './answers.ts'
import { button, dialog, expectAccessible, toast } from './expectations.ts'
import { sessionOf, userOf } from './member-session.ts'
import { openPage } from './open-page.tsx'

/** A page that asks for nothing. */
const quiet = '/terms'
const token = 'POST /auth/v1/token'
const tooMany = authRefused(429, 'over_request_rate_limit', 'Too many requests. Please wait a minute.')

async function openSignIn(answers: Answers = {}) {
  // supabase-js logs a request without a response.
  const opened = await openPage(quiet, { answers, expectedErrors: [/Failed to fetch/] })
  await button('Menu').click()
  await dialog('Menu').getByRole('button', { name: 'Sign In' }).click()
  await expect.element(dialog('Sign in')).toBeVisible()
  return opened
}

async function signIn(password = 'a-password') {
  await dialog('Sign in').getByLabelText('Email').fill('robin@example.com')
  await dialog('Sign in').getByLabelText('Password', { exact: true }).fill(password)
  await dialog('Sign in').getByRole('button', { name: 'Sign in', exact: true }).click()
}

const alert = () => page.getByRole('dialog').getByRole('alert')

describe('signing in', () => {
  it('requires both email and password', async () => {
    await openSignIn()
    await signIn('')
    await expect.element(alert()).toHaveTextContent('Please enter both email and password')
    await expectAccessible()
  })

  it.each([
    ['wrong credentials', authRefused(400, 'invalid_credentials', 'Invalid login credentials')],
    ['too many attempts', tooMany],
  ])('shows the server’s error for %s in the dialog and a toast', async (_, refusal) => {
    await openSignIn({ [token]: refusal })
    await signIn()
    await expect.element(toast('Sign in failed')).toBeVisible()
    await expect.element(alert()).toHaveTextContent(String(refusal.body.msg))
    await expect.element(dialog('Sign in').getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  })

  it('shows the default message for an error without one', async () => {
    await openSignIn({ [token]: new Refused(400, {}) })
    await signIn()
    await expect.element(toast('Please check your credentials and try again')).toBeVisible()
    await expect.element(alert()).toHaveTextContent('Sign in failed. Please check your credentials.')
  })

  it('shows a connection error when the server cannot be reached, not a wrong password', async () => {
    await openSignIn({ [token]: unreachable })
    await signIn()
    await expect
      .element(alert())
      .toHaveTextContent('Tuckbox cannot be reached. Please check your connection and try again.')
  })

  it('disables its button while it waits', async () => {
    await openSignIn({ [token]: never })
    await signIn()
    await expect.element(button('Signing in...')).toBeDisabled()
  })

  it('welcomes the member', async () => {
    const opened = await openSignIn({
      [token]: sessionOf({}),
      'GET /auth/v1/user': userOf({}),
      'GET /rest/v1/notifications': [],
    })
    await signIn()
    await expect.element(toast('Signed in successfully')).toBeVisible()
    await expect.element(button('Your account')).toBeVisible()
    expect(opened.requests(token)[0]?.body).toMatchObject({ email: 'robin@example.com', password: 'a-password' })
  })

  it('offers another confirmation email to a member with an unconfirmed address', async () => {
    await openSignIn({
      [token]: authRefused(400, 'email_not_confirmed', 'Email not confirmed'),
      'POST /auth/v1/resend': {},
    })
    await signIn()
    await expect.element(toast('Email not confirmed')).toBeVisible()
    const help = dialog('Verify your email')
    await expect.element(help.getByLabelText('Email', { exact: true })).toHaveValue('robin@example.com')
    await expectAccessible()
    await help.getByRole('button', { name: 'Resend confirmation email' }).click()
    await expect.element(toast('Confirmation email sent')).toBeVisible()
  })

  it('offers the configured providers only', async () => {
    await openPage(quiet, { config: { providers: ['google'] } })
    await button('Menu').click()
    await dialog('Menu').getByRole('button', { name: 'Sign In' }).click()
    await expect.element(button('Continue with Google')).toBeVisible()
    expect(page.getByRole('button', { name: /^Continue with/ }).elements()).toHaveLength(1)
  })
})

describe('the help for signing in', () => {
  it('requires an email address, and links back with it', async () => {
    await openSignIn()
    await button('Get help').click()
    const help = dialog('Verify your email')
    await help.getByRole('button', { name: 'Resend confirmation email' }).click()
    await expect.element(help.getByText('Please enter your email address')).toBeVisible()
    await expect.element(help.getByLabelText('Email', { exact: true })).toHaveFocus()
    await expectAccessible()
    await help.getByLabelText('Email', { exact: true }).fill('nobody@example.com')
    await help.getByRole('button', { name: 'Back to sign in' }).click()
    await expect.element(dialog('Sign in').getByLabelText('Email')).toHaveValue('nobody@example.com')
  })

  it('shows the server’s error for a refused confirmation email', async () => {
    await openSignIn({
      'POST /auth/v1/resend': authRefused(429, 'over_email_send_rate_limit', 'email rate limit exceeded'),
    })
    await button('Trouble signing in?').click()
    await page.getByRole('dialog').getByLabelText('Email', { exact: true }).fill('kim@example.com')
    await button('Resend confirmation email').click()
    await expect.element(toast('Could not send confirmation email')).toBeVisible()
    await expect.element(toast('email rate limit exceeded')).toBeVisible()
  })

  it('shows a connection error for a reset link that could not be sent', async () => {
    await openSignIn({ 'POST /auth/v1/recover': unreachable })
    await button('Trouble signing in?').click()
    await page.getByRole('dialog').getByLabelText('Email', { exact: true }).fill('kim@example.com')
    await button('Email me a reset link').click()
    await expect
      .element(alert())
      .toHaveTextContent('Tuckbox cannot be reached. Please check your connection and try again.')
    await expect.element(button('Email me a reset link')).toBeEnabled()
  })
})

describe('registering', () => {
  async function openRegister(answers: Answers = {}) {
    const opened = await openPage(quiet, { answers })
    await button('Menu').click()
    await dialog('Menu').getByRole('button', { name: 'Create Account' }).click()
    await expect.element(dialog('Create your account')).toBeVisible()
    return opened
  }

  async function register(password = 'long-enough-to-pass') {
    const form = dialog('Create your account')
    await form.getByLabelText('First name').fill('Kim')
    await form.getByLabelText('Email').fill('kim@example.com')
    await form.getByLabelText('Password', { exact: true }).fill(password)
    await form.getByRole('button', { name: 'Create account' }).click()
  }

  it('shows an error for every empty field', async () => {
    await openRegister()
    const form = dialog('Create your account')
    await form.getByRole('button', { name: 'Create account' }).click()
    for (const text of ['Please enter your first name', 'Please enter your email address', 'Please choose a password'])
      await expect.element(form.getByText(text)).toBeVisible()
    await expect.element(form.getByLabelText('First name')).toHaveFocus()
    await expectAccessible()
  })

  it.each([
    ['a weak password', authRefused(422, 'weak_password', 'Password should be at least 8 characters')],
    ['a taken address', authRefused(422, 'user_already_exists', 'User already registered')],
    ['too many attempts', tooMany],
  ])('shows the server’s error for %s', async (_, refusal) => {
    await openRegister({ 'POST /auth/v1/signup': refusal })
    await register()
    await expect.element(toast('Registration failed')).toBeVisible()
    await expect.element(alert()).toHaveTextContent(String(refusal.body.msg))
  })

  it('asks to confirm the email address', async () => {
    const opened = await openRegister({ 'POST /auth/v1/signup': userOf({ email: 'kim@example.com' }) })
    await register()
    await expect.element(toast('Registration successful')).toBeVisible()
    expect(opened.requests('POST /auth/v1/signup')[0]?.body).toMatchObject({
      email: 'kim@example.com',
      data: { name: 'Kim' },
    })
  })

  it('and signing in link to each other and keep the email address', async () => {
    await openSignIn()
    await dialog('Sign in').getByLabelText('Email').fill('kim@example.com')
    await dialog('Sign in').getByRole('button', { name: 'Create account' }).click()
    const form = dialog('Create your account')
    await expect.element(form.getByLabelText('Email')).toHaveValue('kim@example.com')
    await form.getByRole('button', { name: 'Sign in' }).click()
    await expect.element(dialog('Sign in').getByLabelText('Email')).toHaveValue('kim@example.com')
  })
})

describe('a link of an email', () => {
  it('that has expired shows an error and offers a new email', async () => {
    const opened = await openPage(
      `${quiet}#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired`,
    )
    await expect.element(toast('Email link is invalid or has expired')).toBeVisible()
    await expect.element(dialog('Verify your email')).toBeVisible()
    expect(opened.path()).toBe(quiet)
    expect(window.location.hash).toBe('')
  })
})

describe('signing out', () => {
  it('that fails shows an error, and the member stays signed in', async () => {
    await openPage(quiet, { member: {}, answers: { 'POST /auth/v1/logout': new Refused(500, { msg: 'down' }) } })
    await button('Your account').click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect.element(toast('Sign out failed')).toBeVisible()
    await expect.element(toast('Unable to sign out. Please try again.')).toBeVisible()
    await expect.element(button('Your account')).toBeVisible()
  })
})

describe('a toast', () => {
  it('disappears when it is dismissed', async () => {
    await openPage(`${quiet}#error=x&error_description=Something+odd`)
    await expect.element(toast('Something odd')).toBeVisible()
    await button('Dismiss').click()
    await expect.element(toast('Something odd')).not.toBeInTheDocument()
  })
})

describe('a session', () => {
  it.each([
    ['that is remembered outlives the tab', true],
    ['that is not remembered ends with the tab', false],
  ])('%s', async (_, isRemembered) => {
    await openSignIn({ [token]: sessionOf({}), 'GET /auth/v1/user': userOf({}), 'GET /rest/v1/notifications': [] })
    const box = dialog('Sign in').getByRole('checkbox', { name: 'Remember me' })
    if ((box.element() as HTMLInputElement).checked !== isRemembered) await box.click()
    await signIn()
    await expect.element(toast('Signed in successfully')).toBeVisible()
    expect([localStorage, sessionStorage].map((storage) => storage.getItem('tuckbox-session') !== null)).toEqual([
      isRemembered,
      !isRemembered,
    ])
  })
})
