import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, authRefused, failed, merged, refused, unreachable } from './answers.ts'
import { button, expectAccessible, expectNoOverflow, heading, main, toast } from './expectations.ts'
import { userOf } from './member-session.ts'
import { openPage } from './open-page.tsx'
import { addressRow, longWord } from './rows.ts'

const user = 'PUT /auth/v1/user'

describe('the profile', () => {
  const profile = { 'GET /rest/v1/profiles': [{ first_name: 'Robin', last_name: null, phone: null }] }
  const open = (answers: Answers = {}) =>
    openPage('/settings/profile', {
      member: {},
      answers: merged(profile, answers),
      expectedErrors: [/Failed to fetch/],
    })

  it('requires a first name and a phone number that can be one', async () => {
    await open()
    await page.getByLabelText('First name').fill('')
    await page.getByLabelText('Phone (optional)').fill('12')
    await button('Save Changes').click()
    await expect.element(main().getByText('Please enter your first name.')).toBeVisible()
    await expect.element(main().getByText('Please enter a phone number, such as 020 7946 0123.')).toBeVisible()
    await expectAccessible()
  })

  it.each([
    ['the profile', { 'PATCH /rest/v1/profiles': failed }, 'Failed to update profile. Please try again.'],
    [
      'the public name',
      { 'PATCH /rest/v1/profiles': [{ id: '1' }], [user]: unreachable },
      'Unable to update profile information.',
    ],
  ])('says that %s could not be saved', async (_, answers: Answers, text) => {
    await open(answers)
    await page.getByLabelText('First name').fill('Liese')
    await button('Save Changes').click()
    await expect.element(toast(text)).toBeVisible()
    await expect.element(page.getByLabelText('First name')).toHaveValue('Liese')
  })
})

describe('the addresses', () => {
  it('say that there are none yet', async () => {
    await openPage('/settings/addresses', { member: {}, answers: { 'GET /rest/v1/user_addresses': [] } })
    await expect.element(main().getByText('No addresses yet')).toBeVisible()
    await expectAccessible()
  })

  it('wrap long lines, and say that one could not be deleted', async () => {
    await openPage('/settings/addresses', {
      member: {},
      answers: {
        'GET /rest/v1/user_addresses': [{ ...addressRow, address_line1: longWord, full_name: longWord }],
        'DELETE /rest/v1/user_addresses': failed,
      },
    })
    await button(/^Delete/).click()
    expectNoOverflow()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.element(toast('The address could not be deleted. Please try again.')).toBeVisible()
  })
})

describe('the saved cards', () => {
  const card = {
    id: '00000012-0000-4000-8000-000000000001',
    brand: 'visa',
    last4: '4242',
    exp_month: 12,
    exp_year: 2030,
  }

  it('say that one could not be removed', async () => {
    await openPage('/settings/cards', {
      member: {},
      answers: { 'GET /rest/v1/saved_cards': [card], 'DELETE /rest/v1/saved_cards': failed },
    })
    await expect.element(main()).toHaveTextContent('4242')
    await expectAccessible()
    await button(/^Remove/).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click()
    await expect.element(toast('The card could not be removed')).toBeVisible()
  })
})

describe('the password', () => {
  const form = () => page.getByRole('form', { name: 'Change password' })

  async function change(answers: Answers, confirmed = 'rye-sourdough-at-noon') {
    const opened = await openPage('/settings/security', { member: {}, answers })
    await form().getByLabelText('Current password').fill('the-old-one')
    await form().getByLabelText('New password', { exact: true }).fill('rye-sourdough-at-noon')
    await form().getByLabelText('Confirm new password').fill(confirmed)
    await form().getByRole('button', { name: 'Change password' }).click()
    return opened
  }

  it('has to be typed twice', async () => {
    const opened = await change({}, 'another')
    await expect.element(toast('Passwords do not match')).toBeVisible()
    await expect.element(form().getByText('Strong.')).toBeVisible()
    expect(opened.requests(user)).toEqual([])
    await expectAccessible()
  })

  it.each([
    [authRefused(400, 'current_password_invalid', 'Current password is not correct.')],
    [authRefused(422, 'weak_password', 'This password is among the most common ones.')],
    [authRefused(422, 'weak_password', 'The password must not contain your name.')],
  ])('that is refused shows the reason: %o', async (refusal) => {
    await change({ [user]: refusal })
    await expect.element(form().getByText(String(refusal.body.msg))).toBeVisible()
  })

  it('is changed', async () => {
    const opened = await change({ [user]: userOf({}) })
    await expect.element(toast('Password updated')).toBeVisible()
    expect(opened.requests(user)[0]?.body).toMatchObject({
      password: 'rye-sourdough-at-noon',
      current_password: 'the-old-one',
    })
  })
})

describe('the ways to sign in', () => {
  it('keep the only one', async () => {
    const member = { identities: [{ provider: 'google' }] }
    await openPage('/settings/security', { member, config: { providers: ['google'] } })
    await expect.element(main().getByText('This is your only way to sign in, so it cannot be removed.')).toBeVisible()
    await expect.element(heading('Set a password')).toBeVisible()
    await expectAccessible()
  })

  it('say that they could not be loaded', async () => {
    await openPage('/settings/security', {
      member: {},
      answers: { 'GET /auth/v1/user': failed },
    })
    await expect.element(main().getByText('Your ways to sign in could not be loaded.')).toBeVisible()
  })

  it('say that other devices could not be signed out', async () => {
    await openPage('/settings/security', { member: {}, answers: { 'POST /auth/v1/logout': failed } })
    await button('Sign out on other devices').click()
    await expect.element(toast('Sign out failed')).toBeVisible()
  })
})

describe('the notifications', () => {
  it('say that there are none', async () => {
    await openPage('/notifications', { member: {} })
    await expect.element(main().getByText('You have 0 unread notifications')).toBeVisible()
    await expect.element(main().getByText('No notifications', { exact: true })).toBeVisible()
    await expectAccessible()
  })
})

describe('the contact form', () => {
  const send = 'POST /rest/v1/contact_messages'

  async function fill(answers: Answers) {
    const opened = await openPage('/contact', { member: {}, answers })
    await page.getByLabelText('Subject').fill('A question')
    await page.getByRole('textbox', { name: 'Message' }).fill('Do you come to Bristol as well?')
    await button('Send message').click()
    return opened
  }

  it('shows what is missing', async () => {
    await openPage('/contact', { member: {} })
    await button('Send message').click()
    await expect.element(main().getByText('Subject must be at least 2 characters')).toBeVisible()
    await expect.element(main().getByText('Message must be at least 10 characters')).toBeVisible()
    await expectAccessible()
  })

  it('confirms a sent message', async () => {
    await fill({ [send]: [] })
    await expect.element(page.getByText('Thank you. We have received your message.')).toBeVisible()
    await expect.element(page.getByLabelText('Subject')).toHaveValue('')
  })

  it('keeps a message that is refused, and shows why', async () => {
    const message = 'You have sent too many messages. Please wait an hour.'
    await fill({ [send]: refused({ status: 429, hint: 'rate_limit', message }) })
    await expect.element(page.getByText(message)).toBeVisible()
    await expect.element(page.getByLabelText('Subject')).toHaveValue('A question')
  })
})

describe('the FAQ', () => {
  it('finds an answer, and keeps the text in the URL', async () => {
    const opened = await openPage('/faq')
    await page.getByRole('searchbox', { name: 'Search the questions' }).fill('BASKET reserved')
    await expect.element(main().getByText('we hold the items and your pickup time for 30 minutes')).toBeVisible()
    await expect.poll(opened.path).toContain('/faq?q=BASKET')
    await page.getByRole('searchbox', { name: 'Search the questions' }).fill('zebra')
    await expect.element(heading('No answer to that yet')).toBeVisible()
    await expectAccessible()
  })
})

describe('the unsubscribe page', () => {
  it('says that a link was cut on the way', async () => {
    await openPage('/unsubscribe?token=abc', {
      answers: { 'POST /rest/v1/rpc/unsubscribe': refused({ status: 404, hint: 'token', message: 'No such link.' }) },
    })
    await expect.element(heading('This link does not work')).toBeVisible()
    await expectAccessible()
  })
})
