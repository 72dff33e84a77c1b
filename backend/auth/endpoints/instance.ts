/** GET /settings, /health and /.well-known/jwks.json: public information about the instance. */
import type { AuthContext } from '../context.ts'
import { jsonResponse } from '../responses.ts'

/** GoTrue's providers. /settings lists which are enabled. */
const knownProviders = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'x',
  'zoom',
]

export async function getSettings({ settings }: AuthContext): Promise<Response> {
  const external = Object.fromEntries([
    ...knownProviders.map((name) => [name, false]),
    ...settings.providers.map(({ name }) => [name, true]),
    ['email', settings.email.signUpEnabled],
    ['phone', false],
    ['anonymous_users', settings.anonymousSignInsEnabled],
  ])
  return jsonResponse({
    external,
    disable_signup: !settings.signUpEnabled,
    mailer_autoconfirm: !settings.email.confirmationsEnabled,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: false,
  })
}

export async function getHealth(): Promise<Response> {
  return jsonResponse({
    version: '2',
    name: 'GoTrue',
    description: 'A user registration and authentication API that speaks GoTrue’s protocol',
  })
}

/** The keys that verify access tokens; none if the secret signs them. */
export async function getKeys({ tokens }: AuthContext): Promise<Response> {
  const headers = { 'cache-control': 'public, max-age=600' }
  return Response.json({ keys: tokens.publicKeys }, { headers })
}
