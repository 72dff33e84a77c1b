/** POST /token?grant_type=id_token: a session for an ID token that an app got from the provider itself. */
import { z } from 'zod'
import { flag, readBody, text } from '../body.ts'
import type { AuthContext, Call } from '../context.ts'
import { idTokenRefused, oauth, providerDisabled } from '../errors.ts'
import { consumeIdToken } from '../providers/external-flows.ts'
import { ProviderError } from '../providers/index.ts'
import { requireRecentSignIn, withExternalAccount } from '../providers/linking.ts'
import { jsonResponse } from '../responses.ts'
import { sessionResponse, startSession } from '../sessions/sessions.ts'
import { providerOf } from './external.ts'

const body = z.object({
  provider: text,
  id_token: text,
  access_token: text,
  nonce: text,
  link_identity: flag(false),
})

/** Issuers that GoTrue names in its error when they are not configured. */
const knownIssuers: Readonly<Record<string, string>> = {
  apple: 'https://appleid.apple.com',
  google: 'https://accounts.google.com',
}

export async function grantForIdToken(context: AuthContext, call: Call): Promise<Response> {
  const given = await readBody(call.request, body)
  if (given.id_token === '') throw oauth('invalid request', 'id_token required')
  if (given.provider === '') throw oauth('invalid request', 'provider or client_id and issuer required')
  const issuer = knownIssuers[given.provider]
  if (issuer !== undefined && !context.providers.has(given.provider))
    throw providerDisabled(`Provider (issuer "${issuer}") is not enabled`)
  const provider = providerOf(context, given.provider)
  const { verifyIdToken } = provider
  if (verifyIdToken === undefined) throw providerDisabled(`Provider (${provider.name}) issues no ID tokens`)
  const linkTo = given.link_identity ? await requireRecentSignIn(context, call) : null
  const identity = await verifyIdToken(given.id_token, { nonce: given.nonce, accessToken: given.access_token }).catch(
    (error: unknown) => {
      throw error instanceof ProviderError ? idTokenRefused(error) : error
    },
  )
  const signIn = { provider: provider.name, identity, client: call.client, linkTo }
  const started = await withExternalAccount(context, signIn, async (tx, account) => {
    if (!(await consumeIdToken(tx, given.id_token, context.now()))) {
      throw oauth('invalid request', 'The ID token was used before')
    }
    return startSession(tx, account.id, 'oauth', call.client, context.now())
  })
  return jsonResponse(await sessionResponse(context, started))
}
