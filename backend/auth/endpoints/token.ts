/** POST /token: a session for a password, refresh token, PKCE code or ID token. */
import { z } from 'zod'
import { findUserByEmail, findUserById, isBanned, isConfirmed } from '../accounts/users.ts'
import { readBody, text } from '../body.ts'
import type { AuthContext, Call, Endpoint } from '../context.ts'
import {
  badCodeVerifier,
  emailNotConfirmed,
  emailProviderDisabled,
  invalid,
  invalidCredentials,
  oauth,
  phoneProviderDisabled,
  userBanned,
  userNotFound,
} from '../errors.ts'
import { jsonResponse } from '../responses.ts'
import { hasSignedInFrom, refreshSession, sessionResponse, startSession } from '../sessions/sessions.ts'
import { redeemCode } from '../tokens/flow-states.ts'
import { grantForIdToken } from './id-token.ts'
import { refuseWeb3 } from './unsupported.ts'

export async function grantToken(context: AuthContext, call: Call): Promise<Response> {
  const grant = call.url.searchParams.get('grant_type') ?? ''
  const grants: Readonly<Record<string, Endpoint>> = {
    password: grantForPassword,
    refresh_token: grantForRefreshToken,
    pkce: grantForCode,
    id_token: grantForIdToken,
    web3: refuseWeb3,
  }
  const endpoint = Object.hasOwn(grants, grant) ? grants[grant] : undefined
  if (endpoint === undefined) throw oauth('unsupported_grant_type', 'unsupported_grant_type')
  return endpoint(context, call)
}

const passwordBody = z.object({ email: text, phone: text, password: text })

async function grantForPassword(context: AuthContext, call: Call): Promise<Response> {
  const { database, passwords, settings } = context
  const { email, phone, password } = await readBody(call.request, passwordBody)
  if (email !== '' && phone !== '') {
    throw invalid('Only an email address or phone number should be provided on login.')
  }
  if ((email === '' && phone === '') || password === '') {
    throw invalid('You must provide either an email or phone number and a password')
  }
  if (phone !== '') throw phoneProviderDisabled('logins')
  if (!settings.email.signUpEnabled) throw emailProviderDisabled('logins')

  const address = email.toLowerCase()
  const account = await findUserByEmail(database, address)
  const succeed = await context.loginThrottle.begin(address, call.client.address, async () => {
    return account !== undefined && hasSignedInFrom(database, account.id, call.client)
  })
  // Without an account the check takes as long.
  const isRight = await passwords.matches(password, account?.encrypted_password ?? '')
  if (account === undefined || !isRight) throw invalidCredentials()
  await succeed()
  const now = context.now()
  if (isBanned(account, now)) throw userBanned()
  if (!isConfirmed(account)) throw emailNotConfirmed()
  const started = await database.transaction((tx) => startSession(tx, account.id, 'password', call.client, now))
  return jsonResponse(await sessionResponse(context, started))
}

const refreshBody = z.object({ refresh_token: text })

async function grantForRefreshToken(context: AuthContext, call: Call): Promise<Response> {
  const { refresh_token: token } = await readBody(call.request, refreshBody)
  if (token === '') throw oauth('invalid_request', 'refresh_token required')
  return jsonResponse(await refreshSession(context, token, call.client))
}

const codeBody = z.object({ auth_code: text, code_verifier: text })

async function grantForCode(context: AuthContext, call: Call): Promise<Response> {
  const { auth_code: code, code_verifier: verifier } = await readBody(call.request, codeBody)
  if (code === '' || verifier === '') {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  if (verifier.length > 128) throw badCodeVerifier()
  const now = context.now()
  const started = await context.database.transaction(async (tx) => {
    const { userId, origin, providerTokens } = await redeemCode(tx, { code, verifier }, now)
    const account = await findUserById(tx, userId)
    if (account === undefined) throw userNotFound()
    if (isBanned(account, now)) throw userBanned()
    return { ...(await startSession(tx, userId, origin, call.client, now)), providerTokens }
  })
  return jsonResponse(await sessionResponse(context, started))
}
