/** External providers on loopback, for tests: an OpenID Connect issuer (oidc-provider) and GitHub's endpoints. */
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'
import { type KoaContextWithOIDC, Provider } from 'oidc-provider'

export interface Person {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly picture?: string
}

export const testClient = { id: 'the-shop', secret: 'a secret between the shop and the issuer' }

export interface OpenIdServer {
  readonly issuer: string
  /** Sets the allowed callback URL. */
  setCallbackUrl(callbackUrl: string): void
  /** The person who signs in; null denies the request. */
  setUser(person: Person | null): void
  /** Changes the JSON that an endpoint returns, such as `/token`; null for no change. */
  changeResponse(path: string, change: ((body: Record<string, unknown>) => unknown) | null): void
  /** An ID token, signed with the issuer's key unless another is given. */
  idToken(claims: JWTPayload, key?: CryptoKey, header?: Partial<JWTHeaderParameters>): Promise<string>
  close(): Promise<void>
}

export async function startOpenIdServer(): Promise<OpenIdServer> {
  const server = createServer()
  const issuer = await listen(server)
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const keyId = 'the-issuer-s-key'
  let person: Person | null = null
  const people = new Map<string, Person>()
  const changes = new Map<string, (body: Record<string, unknown>) => unknown>()
  const jwk = { ...(await exportJWK(privateKey)), kid: keyId, alg: 'RS256', use: 'sig' }
  const providerFor = (callbackUrl: string) =>
    new Provider(issuer, {
      clients: [{ client_id: testClient.id, client_secret: testClient.secret, redirect_uris: [callbackUrl] }],
      jwks: { keys: [jwk] },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
      features: { devInteractions: { enabled: false } },
      ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 3600 },
      pkce: { required: () => true },
      interactions: { url: (_context: KoaContextWithOIDC, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: async (_context: KoaContextWithOIDC, id: string) => ({
        accountId: id,
        claims: async () => ({ ...people.get(id), sub: id }),
      }),
    })

  /** Signs in and consents at once, instead of showing pages. */
  async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    if (person === null) {
      const denied = { error: 'access_denied', error_description: 'The user denied the request' }
      return provider.interactionFinished(request, response, denied)
    }
    people.set(person.sub, person)
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, response, { login: { accountId: person.sub, remember: false } })
    }
    const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params.client_id) })
    grant.addOIDCScope(String(params.scope))
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  }

  return {
    issuer,
    setCallbackUrl(callbackUrl) {
      const provider = providerFor(callbackUrl)
      provider.use(async (context, next) => {
        await next()
        const change = changes.get(context.path)
        if (change !== undefined && context.status === 200) context.body = await change(context.body)
      })
      const handle = provider.callback()
      server.removeAllListeners('request').on('request', (request, response) => {
        const isInteraction = request.url?.startsWith('/interaction/')
        const done = isInteraction ? interact(provider, request, response) : handle(request, response)
        done.catch((error: unknown) => response.writeHead(500).end(String(error)))
      })
    },
    setUser(next) {
      person = next
    },
    changeResponse(path, change) {
      if (change === null) changes.delete(path)
      else changes.set(path, change)
    },
    idToken: (claims, key = privateKey, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: keyId, ...header }).sign(key),
    close: () => close(server),
  }
}

export interface GitHubServer {
  readonly url: string
  setUser(account: GitHubAccount): void
  close(): Promise<void>
}

interface GitHubAccount {
  readonly id: number
  readonly login: string
  readonly emails: readonly { email: string; primary: boolean; verified: boolean }[]
}

/** GitHub's OAuth as an Enterprise server has it: single-use codes, PKCE, and the API under /api/v3. */
export async function startGitHubServer(): Promise<GitHubServer> {
  let account: GitHubAccount | undefined
  const codes = new Map<string, { redirectUri: string; challenge: string; account: GitHubAccount }>()
  const tokens = new Map<string, GitHubAccount>()
  const server = createServer((request, response) => void handle(request, response))
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://github')
    const respond = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname === '/login/oauth/authorize') {
      const code = randomBytes(10).toString('hex')
      const redirectUri = url.searchParams.get('redirect_uri') ?? ''
      if (account) codes.set(code, { redirectUri, challenge: url.searchParams.get('code_challenge') ?? '', account })
      const state = url.searchParams.get('state') ?? ''
      return response.writeHead(302, { location: `${redirectUri}?${new URLSearchParams({ code, state })}` }).end()
    }
    if (url.pathname === '/login/oauth/access_token') {
      const form = await bodyOf(request)
      const granted = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const isValid =
        granted !== undefined &&
        form.get('client_id') === testClient.id &&
        form.get('client_secret') === testClient.secret &&
        form.get('redirect_uri') === granted.redirectUri &&
        createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url') === granted.challenge
      if (!isValid) return respond({ error: 'bad_verification_code' })
      const token = `gho_${randomBytes(10).toString('hex')}`
      tokens.set(token, granted.account)
      return respond({ access_token: token, token_type: 'bearer', scope: 'user:email' })
    }
    const caller = tokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
    if (caller === undefined) return respond({ message: 'Bad credentials' }, 401)
    if (url.pathname === '/api/v3/user')
      return respond({ id: caller.id, login: caller.login, name: null, avatar_url: null })
    if (url.pathname === '/api/v3/user/emails') return respond(caller.emails)
    return respond({ message: 'Not Found' }, 404)
  }
  const url = await listen(server)
  return {
    url,
    setUser(next) {
      account = next
    },
    close: () => close(server),
  }
}

/** A headless HTTP client that follows redirects and keeps cookies by host and path. */
export function createTestBrowser(send: (request: Request) => Promise<Response>) {
  const jar = new Map<string, { host: string; path: string; pair: string }>()
  return {
    /** Stores the cookies of a response that a script received. */
    storeCookies(response: Response, host: string) {
      for (const line of response.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
        const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/'
        const [name] = pair.split('=')
        const key = `${host} ${path} ${name}`
        if (attributes.some((attribute) => /^max-age=0$/i.test(attribute)) || pair === `${name}=`) jar.delete(key)
        else jar.set(key, { host, path, pair })
      }
    },
    cookies: () => [...jar.values()].map(({ pair }) => pair),
    /** Opens the page and follows redirects until `until` is true for a URL. */
    async open(address: string, until: (url: URL) => boolean): Promise<URL> {
      let url = new URL(address)
      for (let hops = 0; hops < 20 && !until(url); hops += 1) {
        const cookie = [...jar.values()]
          .filter(({ host, path }) => host === url.hostname && url.pathname.startsWith(path))
          .map(({ pair }) => pair)
          .join('; ')
        const response = await send(
          new Request(url, { redirect: 'manual', headers: { ...(cookie !== '' && { cookie }) } }),
        )
        this.storeCookies(response, url.hostname)
        const location = response.headers.get('location')
        if (location === null) throw new Error(`${url} responded with ${response.status}: ${await response.text()}`)
        url = new URL(location, url)
      }
      return url
    },
  }
}

export type TestBrowser = ReturnType<typeof createTestBrowser>

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
    })
  })
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
