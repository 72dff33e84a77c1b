/** Registration by the account dialog, and the emails that follow it. */
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { password } from './members.ts'

interface Email {
  readonly links: readonly string[]
  readonly text: string
}

/** A member's latest email, once they have received `count` emails. */
export async function latestEmail(page: Page, address: string, count = 1): Promise<Email> {
  let emails: readonly Email[] = []
  await expect
    .poll(async () => {
      emails = await (await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(address)}`)).json()
      return emails.length
    })
    .toBeGreaterThanOrEqual(count)
  const [latest] = emails
  if (!latest) throw new Error(`No email to ${address}`)
  return latest
}

/** The first link in a member's latest email, once they have received `count` emails. */
export async function linkFromMailbox(page: Page, address: string, count = 1): Promise<string> {
  return (await latestEmail(page, address, count)).links[0] ?? ''
}

/** Fills in and sends the registration form, which is open. */
export async function register(page: Page, firstName: string, email: string, chosen = password): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Create your account' })
  await dialog.getByLabel('First name').fill(firstName)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(chosen)
  await dialog.getByRole('button', { name: 'Create account' }).click()
}
