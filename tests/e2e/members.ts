/** Creates members and their sessions through the API, for tests of other features. */
import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { callAsService, readId } from './service-api.ts'

export const password = 'proving-dough-at-dawn'
/** Of bcrypt's lowest cost, so that neither a new member nor a sign-in keeps the server busy. */
const passwordHash = '$2b$04$lsnh.DwQZqzj0zlJGA1TeOdWN3e83MRbXXrmoscl/CxBSuB2qQs/O'

export interface TestUser {
  readonly id: string
  readonly email: string
}

export interface Member extends TestUser {
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

/** Creates an account with a confirmed email address. It has received no email. */
export async function createUser(name: string): Promise<TestUser> {
  const email = `${name.toLowerCase()}.${randomUUID().slice(0, 8)}@example.com`
  const created = await callAsService('/auth/v1/admin/users', {
    email,
    password_hash: passwordHash,
    email_confirm: true,
    user_metadata: { name },
  })
  return { id: readId(created), email }
}

/** Creates an account and signs it in. */
export async function createMember(request: APIRequestContext, name: string): Promise<Member> {
  const { email } = await createUser(name)
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
