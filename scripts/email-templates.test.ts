import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { emailTemplates, notificationKinds, tokenEmailKinds } from '#backend/auth/email/email-templates'
import { readProject } from '#backend/project'
import { accountEmails } from './account-emails.ts'

const supabase = fileURLToPath(new URL('../supabase/', import.meta.url))
const kinds = [...tokenEmailKinds, ...notificationKinds]

test('The email templates are those that npm run emails writes', () => {
  const files = readdirSync(`${supabase}templates`)
  expect(files.toSorted()).toEqual(
    Object.keys(accountEmails)
      .map((name) => `${name}.html`)
      .toSorted(),
  )
  for (const [name, html] of Object.entries(accountEmails))
    expect(readFileSync(`${supabase}templates/${name}.html`, 'utf8'), name).toBe(html)
})

test.each(kinds)('The email %s uses the project’s template and fills in every variable', async (kind) => {
  const { emails } = await readProject(supabase, {})
  const link = 'https://shop.example/auth/v1/verify?token=abc&type=signup'
  const mail = emailTemplates(emails)[kind]('ada@example.com', {
    ConfirmationURL: link,
    Token: '012345',
    SiteURL: 'https://shop.example',
    Email: 'ada@example.com',
    NewEmail: 'countess@example.com',
    Provider: 'google',
  })
  expect(mail.subject).toContain('Tuckbox')
  expect(mail.html).toContain('Tuckbox')
  expect(`${mail.subject}${mail.html}${mail.text}`).not.toContain('{{')
  expect(mail.text).toMatch(kind === 'reauthentication' || notificationKinds.includes(kind as never) ? /Tuckbox/ : link)
})

test('The emails state the lifetime of a link from config.toml', async () => {
  const { auth } = await readProject(supabase, {})
  expect(auth.email.otp_expiry).toBe(3600)
  expect(accountEmails.confirmation).toContain('for one hour')
})

test('An email offers a code if the web app has a field for it', () => {
  const withCode = Object.entries(accountEmails).filter(([, html]) => html.includes('{{ .Token }}'))
  expect(withCode.map(([name]) => name)).toEqual(['confirmation', 'recovery', 'magic_link', 'reauthentication'])
})
