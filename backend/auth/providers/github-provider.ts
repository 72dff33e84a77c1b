/** GitHub, which speaks OAuth 2 without OpenID Connect: the identity comes from its API. */
import { z } from 'zod'
import type { GitHubSettings } from '../settings.ts'
import { challengeOf } from './challenge.ts'
import { fetchJson, formBody } from './fetch-json.ts'
import { identityOf } from './profile.ts'
import { type ExternalProvider, ProviderError } from './provider.ts'

/** GitHub reports a refused code with status 200 and an `error`. */
const tokenResponse = z.object({
  access_token: z.string().default(''),
  refresh_token: z.string().default(''),
  error: z.string().optional(),
})
const userProfile = z.object({
  id: z.number().int().positive(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
})
const addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

export function createGitHubProvider(settings: GitHubSettings): ExternalProvider {
  const { name, clientId, clientSecret, siteUrl, apiUrl } = settings
  return {
    name,

    async authorizationUrl({ state, verifier, redirectUri, scopes, hints }) {
      const parameters = {
        ...hints,
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: [...new Set(['user:email', ...scopes])].join(' '),
        state,
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
      }
      return `${siteUrl}/login/oauth/authorize?${new URLSearchParams(parameters)}`
    },

    async assertReturn(returned) {
      // GitHub sends no `iss`, so a response with one comes from another issuer.
      if (returned.has('iss')) throw new ProviderError('The response comes from another issuer')
    },

    async identify(returned, { redirectUri, verifier }) {
      const exchange = formBody({
        client_id: clientId,
        client_secret: clientSecret,
        code: returned.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: verifier,
      })
      const token = await fetchJson(`${siteUrl}/login/oauth/access_token`, exchange, tokenResponse)
      if (token.error !== undefined || token.access_token === '') {
        throw new ProviderError(`GitHub refused the code: ${token.error?.slice(0, 80) ?? 'no token'}`)
      }
      const headers = {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token.access_token}`,
        'user-agent': 'auth',
      }
      const [account, emails] = await Promise.all([
        fetchJson(`${apiUrl}/user`, { headers }, userProfile),
        fetchJson(`${apiUrl}/user/emails`, { headers }, addresses),
      ])
      // The profile's address is free text; only this list contains verified ones.
      const address = emails.find(({ primary }) => primary)
      const identity = identityOf({
        issuer: apiUrl,
        subject: String(account.id),
        email: address?.email,
        emailVerified: address?.verified ?? false,
        name: account.name ?? account.login,
        userName: account.login,
        picture: account.avatar_url,
      })
      return { identity, tokens: { access: token.access_token, refresh: token.refresh_token } }
    },
  }
}
