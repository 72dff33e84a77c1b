import { expect, test } from 'vitest'
import { createMailbox } from '#backend/mail/index'
import {
  confirmSignUpEmail,
  emailChangeEmail,
  inviteEmail,
  magicLinkEmail,
  reauthenticationEmail,
  recoveryEmail,
} from './email-templates.ts'

const facts = {
  siteName: 'Anna & "Bo"\r\nBcc: eve@example.com',
  to: 'ada@example.com',
  link: 'https://shop.example/auth/v1/verify?token=abc&type=signup&redirect_to=https%3A%2F%2Fshop.example',
  code: '012345',
  validMinutes: 60,
}
const mails = {
  confirmSignUp: confirmSignUpEmail(facts),
  invite: inviteEmail(facts),
  recovery: recoveryEmail(facts),
  magicLink: magicLinkEmail(facts),
  emailChange: emailChangeEmail({ ...facts, from: 'ada@example.com', change: 'countess@example.com' }),
}

test.each(Object.entries(mails))(
  'the %s email contains its link first and its code, and a name cannot add a header',
  async (_, mail) => {
    const mailbox = createMailbox()
    await mailbox.send(mail)
    expect(mailbox.list()[0]?.links).toEqual([facts.link])
    expect(mail.text).toContain('012345')
    expect(mail.html).toContain('012345')
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(mail.html).toContain('Anna &#38; &#34;Bo&#34;')
    expect(mail.html).toMatch(/^<!doctype html>\n<html lang="en-GB">/)
  },
)

test('a reauthentication email has a code and no link', () => {
  const { subject, text, html } = reauthenticationEmail({ ...facts, siteName: 'Test Shop' })
  expect(subject).toBe('012345 is your Test Shop code')
  expect(text + html).not.toMatch(/https?:/)
})

test.each([
  [60, 'one hour'],
  [120, '2 hours'],
  [1440, 'one day'],
  [90, '90 minutes'],
  [1, 'one minute'],
])('a link valid for %i minutes says that it works for %s', (validMinutes, words) => {
  expect(confirmSignUpEmail({ ...facts, validMinutes }).text).toContain(`work once, for ${words}.`)
})
