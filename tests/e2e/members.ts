/** Creates members and their sessions through the API, for tests of other features. */
import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const password = 'proving-dough-at-dawn'

export interface Member {
  readonly id: string
  readonly email: string
  /** The session as supabase-js stores it. */
  readonly session: string
  /** Headers for requests to the table API as this member. */
  readonly headers: Readonly<Record<string, string>>
}

async function anonKey(request: APIRequestContext): Promise<string> {
  const { supabaseAnonKey } = await (await request.get('/config.json')).json()
  return supabaseAnonKey
}

/** Signs in through the API. @param secret the password; the sample's members share the default */
export async function signInMember(
  request: APIRequestContext,
  email: string,
  secret = 'tuckbox-sample',
): Promise<Member> {
  const apikey = await anonKey(request)
  const response = await request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey },
    data: { email, password: secret },
  })
  expect(response.status()).toBe(200)
  const session = await response.json()
  return {
    id: session.user.id,
    email,
    session: JSON.stringify(session),
    headers: { apikey, authorization: `Bearer ${session.access_token}` },
  }
}

/** Registers a member and confirms the email address. */
export async function createMember(request: APIRequestContext, name: string): Promise<Member> {
  const email = `${name.toLowerCase()}.${crypto.randomUUID().slice(0, 8)}@example.com`
  const apikey = await anonKey(request)
  const registered = await request.post('/auth/v1/signup', {
    headers: { apikey },
    data: { email, password, data: { name } },
  })
  expect(registered.status()).toBe(200)
  let link = ''
  await expect
    .poll(async () => {
      const [latest] = await (await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)).json()
      link = latest?.links?.[0] ?? ''
      return link
    })
    .not.toBe('')
  await request.get(link, { maxRedirects: 0 })
  return signInMember(request, email, password)
}

/** Signs the browser in as a member. The next page load uses the session. */
export async function setSession(page: Page, { session }: Member): Promise<void> {
  await openStaticPage(page)
  await page.evaluate((stored) => window.localStorage.setItem('tuckbox-session', stored), session)
}

/** Signs the browser out. The next page load is a visitor's. */
export async function clearSession(page: Page): Promise<void> {
  await openStaticPage(page)
  await page.evaluate(() => window.localStorage.clear())
}

/** Refuses the page's next request of this kind as the auth service does in an old session. */
export async function refuseOldSessionOnce(page: Page, method: 'GET' | 'POST' | 'PUT', url: string): Promise<void> {
  let isRefused = false
  await page.route(url, (route) => {
    if (isRefused || route.request().method() !== method) return route.fallback()
    isRefused = true
    const json = { code: 403, error_code: 'reauthentication_needed', msg: 'Please sign in again' }
    return route.fulfill({ status: 403, json })
  })
}

/** Storage belongs to an origin. /health has no scripts: the app would send requests with the replaced session. */
async function openStaticPage(page: Page): Promise<void> {
  await page.goto('/health')
}
