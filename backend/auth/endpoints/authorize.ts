/** GET /authorize and /callback: sign-in through external providers. */
import type { AuthContext, Call } from '../context.ts'
import { invalid, providerDisabled } from '../errors.ts'

export async function authorize(_context: AuthContext, call: Call): Promise<Response> {
  const provider = call.url.searchParams.get('provider') ?? ''
  if (provider === '') throw invalid('Unsupported provider: provider is missing')
  throw providerDisabled('Unsupported provider: provider is not enabled')
}
