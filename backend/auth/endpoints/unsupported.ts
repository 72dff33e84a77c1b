/** GoTrue features that are not implemented respond as if they were disabled, which clients can handle. */
import type { Endpoint } from '../context.ts'
import { AuthError } from '../errors.ts'

export const refuseSso: Endpoint = async () => {
  throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}

export const refuseWeb3: Endpoint = async () => {
  throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
}
