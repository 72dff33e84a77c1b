/** Links and sign-ins of a public instance never redirect to the visitor's own machine, even if the allow list permits it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testsAll } from '../../fuzzing.ts'
import { type AuthTestContext, openAuthTestContext } from '../testing.ts'
import { createTestBrowser, type GitHubServer, startGitHubServer, testClient } from '../testing-providers.ts'

const site = 'https://shop.example'
/** An allowed URL, which shows that the others are refused because of their host. */
const welcome = `${site}/welcome`
const developmentAllowList = ['http://localhost:3000/**', 'http://127.0.0.1:*/**', 'http://*:*/**', '**']
const ownMachine = [
  'http://localhost:3000/x',
  'http://127.0.0.1:3000/x',
  'http://[::1]:3000/x',
  'http://app.localhost/x',
]

let context: AuthTestContext
let github: GitHubServer
beforeAll(async () => {
  context = await openAuthTestContext()
  github = await startGitHubServer()
})
beforeEach(() =>
  context.reset((settings) => ({
    ...settings,
    additionalRedirectUrls: developmentAllowList,
    manualLinkingEnabled: true,
    email: { ...settings.email, maxFrequencySeconds: 0 },
    providers: [
      {
        name: 'github',
        protocol: 'github',
        clientId: testClient.id,
        clientSecret: testClient.secret,
        siteUrl: github.url,
        apiUrl: `${github.url}/api/v3`,
      },
    ],
  })),
)
afterAll(async () => {
  await github.close()
  await context.close()
})

const email = 'ada@example.com'
const password = 'correct horse'

type Send = (path: string, body: object, more?: { token?: string; method?: string }) => Promise<unknown>

/** Every request that sends an email. @returns the recipient */
const emails: Record<string, (send: Send) => Promise<string>> = {
  'a sign-up': async (send) => {
    await send('/signup', { email, password })
    return email
  },
  'a confirmation that is sent again': async (send) => {
    await context.call('POST', '/signup', { body: { email, password } })
    context.mailbox.clear()
    await send('/resend', { type: 'signup', email })
    return email
  },
  'a forgotten password': async (send) => {
    await context.confirmedAccount()
    await send('/recover', { email })
    return email
  },
  'a magic link': async (send) => {
    await context.confirmedAccount()
    await send('/magiclink', { email })
    return email
  },
  'a one-time code': async (send) => {
    await context.confirmedAccount()
    await send('/otp', { email })
    return email
  },
  'an invitation': async (send) => {
    await send('/invite', { email }, { token: context.serviceKey })
    return email
  },
  'a new address': async (send) => {
    await context.confirmedAccount()
    const { access } = await context.signIn()
    await send('/user', { email: 'new@example.com' }, { token: access, method: 'PUT' })
    return 'new@example.com'
  },
}

/** The ways to request a redirect. */
const redirectRequests = {
  'the query': (to: string): [string, Record<string, string>] => [`?redirect_to=${encodeURIComponent(to)}`, {}],
  'a header': (to: string): [string, Record<string, string>] => ['', { redirect_to: to }],
  'the Referer': (to: string): [string, Record<string, string>] => ['', { referer: to }],
}

const targetOf = (link: string) => new URL(new URL(link).searchParams.get('redirect_to') ?? '')

test.each(Object.keys(emails))('the link in the email of %s leads to the site', async (name) => {
  for (const [n, [way, requestTo]] of Object.entries(redirectRequests).entries()) {
    // Each way with another address. All of them in `npm run test:all`.
    const addresses = testsAll ? ownMachine : ownMachine.slice(n, n + 1)
    for (const [wanted, expected] of [[welcome, welcome], ...addresses.map((url) => [url, `${site}/`])] as const) {
      await context.database.script('truncate auth.users cascade')
      context.mailbox.clear()
      const [query, headers] = requestTo(wanted)
      const to = await emails[name]?.((path, body, { token, method = 'POST' } = {}) =>
        context.call(method, `${path}${query}`, { body, headers, ...(token !== undefined && { token }) }),
      )
      const { links, html, text } = await context.email(to ?? '')
      const link = links[0] ?? ''
      expect(targetOf(link).href, `${way}: ${wanted}`).toBe(expected)
      expect(html + text).not.toMatch(/localhost|127\.0\.0\.1|%5B%3A%3A1/i)
      // An attacker changes the redirect URL in the link.
      const changed = new URL(link)
      changed.searchParams.set('redirect_to', wanted)
      const { location } = await context.follow(changed.href)
      expect(new URL(location ?? '').href.split(/[?#]/)[0], `${way}: ${wanted}`).toBe(expected)
    }
  }
})

test('a link from /admin/generate_link leads to the site', async () => {
  await context.confirmedAccount()
  for (const wanted of [welcome, ...ownMachine]) {
    const request = { type: 'magiclink', email, redirect_to: wanted }
    const { body } = await context.call('POST', '/admin/generate_link', { token: context.serviceKey, body: request })
    expect(targetOf(body.action_link).origin).toBe(site)
    expect(targetOf(body.action_link).href === welcome).toBe(wanted === welcome)
  }
})

test('a sign-in through a provider returns to the site, even if it fails', async () => {
  for (const wanted of [welcome, ...ownMachine]) {
    for (const emails of [[{ email, primary: true, verified: true }], []]) {
      await context.database.script('truncate auth.users cascade')
      github.setUser({ id: 7, login: 'ada', emails })
      const browser = createTestBrowser((request) =>
        request.url.startsWith(site) ? context.send(request) : fetch(request),
      )
      const query = new URLSearchParams({ provider: 'github', redirect_to: wanted })
      const back = await browser.open(
        `${site}/auth/v1/authorize?${query}`,
        (url) => !url.pathname.startsWith('/auth/v1/') && url.origin !== new URL(github.url).origin,
      )
      expect(`${back.origin}${back.pathname}`, wanted).toBe(wanted === welcome ? welcome : `${site}/`)
    }
  }
})
