/** Two-step verification: setting it up, signing in with it, and recovering from a lost phone. */
import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { expectAccessible, expectAccessibleState } from './accessibility.ts'
import { expect, openSignIn, test, toast, visit } from './fixtures.ts'
import { clearSession, createMember, type Member, password, refuseOldSessionOnce, setSession } from './members.ts'

const newPassword = 'rye-sourdough-at-noon'
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Two-step verification', exact: true })

async function enterPassword(page: Page, { email }: Member): Promise<void> {
  await openSignIn(page)
  const signIn = page.getByRole('dialog', { name: 'Sign in' })
  await signIn.getByLabel('Email').fill(email)
  await signIn.getByLabel('Password', { exact: true }).fill(newPassword)
  await signIn.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const enterCode = async (page: Page, code: string) => {
  await dialog(page).getByRole('textbox').fill(code)
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
}

test('A member turns on two-step verification, signs in with a code, and gets in with a recovery code', {
  tag: '@chromium',
}, async ({ page, request, context, expectedErrors }) => {
  // A wrong code.
  expectedErrors.push(/status of (403|422)/)
  const ann = await createMember(request, 'Ann')
  await setSession(page, ann)
  await visit(page, '/settings/security')
  await refuseOldSessionOnce(page, 'POST', '**/auth/v1/factors')
  await page.getByRole('button', { name: 'Turn on two-step verification' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByLabel('Password', { exact: true }).fill(password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  const setup = page.getByRole('dialog', { name: 'Set up two-step verification' })
  await expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectAccessibleState(page)
  const totp = new TOTP({ secret: ((await setup.getByTestId('secret').textContent()) ?? '').replace(/\s/g, '') })
  const code = setup.getByLabel('2. Enter the code that your app shows')
  await code.fill('12345')
  await setup.getByRole('button', { name: 'Turn on' }).click()
  await expect(setup.getByText('That code is not correct.')).toBeVisible()
  // The first code is the previous step's, so that two more are left within the window. It has to arrive within this step.
  await expect.poll(() => totp.remaining(), { timeout: 30_000 }).toBeGreaterThan(10_000)
  await code.fill(totp.generate({ timestamp: Date.now() - 30_000 }))
  await setup.getByRole('button', { name: 'Turn on' }).click()
  const codes = setup.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectAccessibleState(page)
  // The printed page has the codes alone.
  await page.emulateMedia({ media: 'print' })
  const printed = page.getByRole('article').filter({ hasText: `For ${ann.email} at Tuckbox` })
  await expect(printed.getByRole('listitem')).toHaveCount(10)
  await expect(setup).toBeHidden()
  await expect(page.getByRole('main')).toBeHidden()
  await page.emulateMedia({ media: null })
  await expect(printed).toBeHidden()
  const recoveryCode = (await codes.first().textContent()) ?? ''
  await setup.getByRole('button', { name: 'I have saved my codes' }).click()
  await expect(page.getByRole('button', { name: 'Remove Authenticator app' })).toBeVisible()
  await expectAccessible(page)

  // In an old session, a code from an email confirms a new password.
  await refuseOldSessionOnce(page, 'PUT', '**/auth/v1/user')
  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByLabel('Current password').fill(password)
  await form.getByLabel('New password', { exact: true }).fill(newPassword)
  await form.getByLabel('Confirm new password').fill(newPassword)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(proof.getByText(`We have sent a code to ${ann.email}.`)).toBeVisible()
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(proof.getByText('Please enter the code')).toBeVisible()
  let subject = ''
  await expect
    .poll(async () => {
      const [email] = await (await request.get(`/dev/mailbox.json?to=${encodeURIComponent(ann.email)}`)).json()
      subject = email?.subject ?? ''
      return subject
    })
    .toMatch(/^\d{6} is your Tuckbox code$/)
  await proof.getByLabel('Code').fill(subject.slice(0, 6))
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(toast(page, 'Password updated')).toBeVisible()

  // The password alone opens no page for members, also after a reload and in another tab.
  await clearSession(page)
  await visit(page, '/')
  await enterPassword(page, ann)
  await expect(dialog(page).getByLabel('Enter the code from your authenticator app')).toBeFocused()
  await expectAccessibleState(page)
  await visit(page, '/settings')
  await expect(dialog(page)).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  const other = await context.newPage()
  await visit(other, '/orders')
  await expect(dialog(other)).toBeVisible()
  await other.close()

  await enterCode(page, '000000')
  await expect(dialog(page).getByText('That code is not correct.')).toBeVisible()
  await enterCode(page, totp.generate())
  await expect(toast(page, 'Signed in successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/settings$/)
  await expect(page.getByLabel('First name')).toHaveValue('Ann')

  // A lost phone.
  await clearSession(page)
  await visit(page, '/')
  await enterPassword(page, ann)
  await dialog(page).getByRole('button', { name: 'Use a recovery code' }).click()
  await enterCode(page, 'aaaa-bbbb-cccc-dddd')
  await expect(dialog(page).getByText('That recovery code is not correct.')).toBeVisible()
  await enterCode(page, recoveryCode)
  await expect(toast(page, 'Two-step verification is off')).toBeVisible()
  await visit(page, '/settings/security')
  await expect(page.getByRole('button', { name: 'Turn on two-step verification' })).toBeVisible()
  await expect
    .poll(async () => {
      const emails = await (await request.get(`/dev/mailbox.json?to=${encodeURIComponent(ann.email)}`)).json()
      return emails.map(({ subject }: { subject: string }) => subject)
    })
    .toEqual(expect.arrayContaining(['An authenticator app was added at Tuckbox', 'Two-step verification is off']))
})
