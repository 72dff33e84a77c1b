import { expect, test } from 'vitest'
import { createMailbox } from '#backend/mail/index'
import {
  confirmSignUpLetter,
  emailChangeLetter,
  inviteLetter,
  magicLinkLetter,
  reauthenticationLetter,
  recoveryLetter,
} from './letters.ts'

const facts = {
  siteName: 'Anna & "Bo"\r\nBcc: eve@example.com',
  to: 'ada@example.com',
  link: 'https://shop.example/auth/v1/verify?token=abc&type=signup&redirect_to=https%3A%2F%2Fshop.example',
  code: '012345',
  validMinutes: 60,
}
const letters = {
  confirmSignUp: confirmSignUpLetter(facts),
  invite: inviteLetter(facts),
  recovery: recoveryLetter(facts),
  magicLink: magicLinkLetter(facts),
  emailChange: emailChangeLetter({ ...facts, from: 'ada@example.com', change: 'countess@example.com' }),
}

test.each(Object.entries(letters))(
  'the letter %s has its link first, its code, and no header of a name',
  async (_, letter) => {
    const mailbox = createMailbox()
    await mailbox.send(letter)
    expect(mailbox.list()[0]?.links).toEqual([facts.link])
    expect(letter.text).toContain('012345')
    expect(letter.html).toContain('012345')
    expect(letter.subject).not.toMatch(/[\r\n]/)
    expect(letter.html).toContain('Anna &#38; &#34;Bo&#34;')
    expect(letter.html).toMatch(/^<!doctype html>\n<html lang="en-GB">/)
  },
)

test('a code to say that it is you comes without a link', () => {
  const { subject, text, html } = reauthenticationLetter({ ...facts, siteName: 'Test Shop' })
  expect(subject).toBe('012345 is your Test Shop code')
  expect(text + html).not.toMatch(/https?:/)
})

test.each([
  [60, 'one hour'],
  [120, '2 hours'],
  [1440, 'one day'],
  [90, '90 minutes'],
  [1, 'one minute'],
])('a link of %i minutes works for %s', (validMinutes, words) => {
  expect(confirmSignUpLetter({ ...facts, validMinutes }).text).toContain(`work once, for ${words}.`)
})
