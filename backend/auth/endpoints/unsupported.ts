/** GoTrue features that are not implemented respond as if they were disabled, which clients can handle. */

import type { AuthContext, Call, Endpoint } from '../context.ts'
import { AuthError } from '../errors.ts'
import { jsonResponse } from '../responses.ts'
import { requireAdmin, requireUser } from '../sessions/bearer.ts'

export const refuseSso: Endpoint = async () => {
  throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}

export const refuseWeb3: Endpoint = async () => {
  throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
}

export async function refuseEnrollment(context: AuthContext, call: Call): Promise<Response> {
  await requireUser(context, call)
  throw new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP')
}

const factorNotFound = () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found')

export async function findNoFactor(context: AuthContext, call: Call): Promise<Response> {
  await requireUser(context, call)
  throw factorNotFound()
}

/** No account has factors. */
export async function listNoFactors(context: AuthContext, call: Call): Promise<Response> {
  await requireAdmin(context, call)
  return jsonResponse([])
}

export async function findNoFactorAsAdmin(context: AuthContext, call: Call): Promise<Response> {
  await requireAdmin(context, call)
  throw factorNotFound()
}
