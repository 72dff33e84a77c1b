/** People with an account, made and signed in through the API, for tests that are about something else. */
import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from './visitor.ts'

export const password = 'proving-dough-at-dawn'

export interface Member {
  readonly id: string
  readonly email: string
  /** What supabase-js keeps in storage. */
  readonly session: string
  /** Headers of a request to the table API in their name. */
  readonly headers: Readonly<Record<string, string>>
}

async function anonKey(request: APIRequestContext): Promise<string> {
  const { supabaseAnonKey } = await (await request.get('/config.json')).json()
  return supabaseAnonKey
}

/** @param secret of the sample's people it is tuckbox-sample */
export async function memberOf(request: APIRequestContext, email: string, secret = 'tuckbox-sample'): Promise<Member> {
  const apikey = await anonKey(request)
  const answer = await request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey },
    data: { email, password: secret },
  })
  expect(answer.status()).toBe(200)
  const session = await answer.json()
  return {
    id: session.user.id,
    email,
    session: JSON.stringify(session),
    headers: { apikey, authorization: `Bearer ${session.access_token}` },
  }
}

/** A new account, its e-mail confirmed. */
export async function newMember(request: APIRequestContext, name: string): Promise<Member> {
  const email = `${name.toLowerCase()}.${crypto.randomUUID().slice(0, 8)}@example.com`
  const apikey = await anonKey(request)
  const made = await request.post('/auth/v1/signup', { headers: { apikey }, data: { email, password, data: { name } } })
  expect(made.status()).toBe(200)
  let link = ''
  await expect
    .poll(async () => {
      const [letter] = await (await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)).json()
      link = letter?.links?.[0] ?? ''
      return link
    })
    .not.toBe('')
  await request.get(link, { maxRedirects: 0 })
  return memberOf(request, email, password)
}

/** From the next page on, the browser is theirs. */
export async function become(page: Page, { session }: Member): Promise<void> {
  await standOnSite(page)
  await page.evaluate((kept) => window.localStorage.setItem('tuckbox-session', kept), session)
}

/** From the next page on, the browser is a visitor's again. */
export async function leave(page: Page): Promise<void> {
  await standOnSite(page)
  await page.evaluate(() => window.localStorage.clear())
}

/** Storage belongs to a page of the site; one without scripts, since the app would go on asking with a session that is gone. */
async function standOnSite(page: Page): Promise<void> {
  await page.goto('/health')
}
