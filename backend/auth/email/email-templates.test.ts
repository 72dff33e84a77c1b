import { expect, test } from 'vitest'
import { createMailbox } from '#backend/mail/index'
import { emailTemplates, notificationKinds, tokenEmailKinds } from './email-templates.ts'

const link = 'https://shop.example/auth/v1/verify?token=abc&type=signup&redirect_to=https%3A%2F%2Fshop.example'
const variables = {
  ConfirmationURL: link,
  Token: '012345',
  SiteURL: 'https://shop.example',
  Email: 'ada@example.com',
  NewEmail: 'countess@example.com',
  Provider: 'google',
  Data: { name: 'Anna & "Bo"\r\nBcc: eve@example.com' },
}

test.each(tokenEmailKinds.filter((kind) => kind !== 'reauthentication'))(
  'the default email %s has one link and a code, in HTML and in plain text',
  async (kind) => {
    const mailbox = createMailbox()
    const mail = emailTemplates()[kind]('ada@example.com', variables)
    await mailbox.send(mail)
    expect(mailbox.list()[0]?.links).toEqual([link])
    expect(mail.html).toContain('012345')
    expect(mail.text).toContain('code: 012345')
    expect(mail.text).toContain(link)
  },
)

test('a reauthentication email has a code and no link', () => {
  const { subject, text, html } = emailTemplates().reauthentication('ada@example.com', variables)
  expect(subject).toBe('012345 is your code')
  expect(text + html).not.toMatch(/https?:/)
})

test.each(notificationKinds)('the default notification %s names the account', (kind) => {
  expect(emailTemplates()[kind]('ada@example.com', variables).text).toContain('ada@example.com')
})

test('a template of the project replaces the default one, and its values are escaped', () => {
  const templates = emailTemplates({
    confirmation: { subject: 'Welcome, {{ .Data.name }}', html: '<h1>Hello {{ .Data.name }}</h1>' },
    invite: { subject: 'Come in' },
  })
  const mail = templates.confirmation('ada@example.com', variables)
  expect(mail.subject).toBe('Welcome, Anna & "Bo" Bcc: eve@example.com')
  expect(mail.html).toContain('Anna &amp; &#34;Bo&#34;')
  expect(mail.text).toContain('Hello Anna & "Bo"')
  expect(templates.invite('ada@example.com', variables)).toMatchObject({
    subject: 'Come in',
    html: expect.stringContaining('You have been invited'),
  })
})
