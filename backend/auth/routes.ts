/** The routes under /auth/v1 and their endpoints. */
import type { Endpoint } from './context.ts'
import { generateLink, invite } from './endpoints/admin-links.ts'
import {
  createUserAsAdmin,
  deleteUserAsAdmin,
  getUserAsAdmin,
  listAllUsers,
  updateUserAsAdmin,
} from './endpoints/admin-users.ts'
import { authorize, authorizeLink, callback } from './endpoints/external.ts'
import { unlinkIdentity } from './endpoints/identities.ts'
import { getHealth, getKeys, getSettings } from './endpoints/instance.ts'
import { logOut } from './endpoints/logout.ts'
import { recover, resend, sendOtp } from './endpoints/send-email.ts'
import { signUp } from './endpoints/signup.ts'
import { grantToken } from './endpoints/token.ts'
import { refuseSso } from './endpoints/unsupported.ts'
import { getUser, putUser, reauthenticate } from './endpoints/user.ts'
import { verifyByCode, verifyByLink } from './endpoints/verify.ts'
import { methodNotAllowed, notFound } from './errors.ts'
import { deleteFactorAsAdmin, listFactorsAsAdmin, updateFactorAsAdmin } from './factors/admin.ts'
import { challengeFactor } from './factors/challenge.ts'
import { enrollFactor } from './factors/enroll.ts'
import { unenrollFactor } from './factors/unenroll.ts'
import { verifyFactor } from './factors/verify.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A segment `:name` matches any value. */
const routes: readonly (readonly [path: string, Partial<Record<Method, Endpoint>>])[] = [
  ['/settings', { GET: getSettings }],
  ['/health', { GET: getHealth }],
  ['/.well-known/jwks.json', { GET: getKeys }],

  ['/signup', { POST: signUp }],
  ['/token', { POST: grantToken }],
  ['/verify', { GET: verifyByLink, POST: verifyByCode }],
  ['/resend', { POST: resend }],
  ['/recover', { POST: recover }],
  ['/otp', { POST: sendOtp }],
  ['/magiclink', { POST: sendOtp }],
  ['/authorize', { GET: authorize }],
  ['/callback', { GET: callback }],

  ['/user', { GET: getUser, PUT: putUser }],
  ['/user/identities/authorize', { GET: authorizeLink }],
  ['/user/identities/:id', { DELETE: unlinkIdentity }],
  ['/reauthenticate', { GET: reauthenticate }],
  ['/logout', { POST: logOut }],

  ['/invite', { POST: invite }],
  ['/admin/generate_link', { POST: generateLink }],
  ['/admin/users', { GET: listAllUsers, POST: createUserAsAdmin }],
  ['/sso', { POST: refuseSso }],
  ['/factors', { POST: enrollFactor }],
  ['/factors/:id', { DELETE: unenrollFactor }],
  ['/factors/:id/challenge', { POST: challengeFactor }],
  ['/factors/:id/verify', { POST: verifyFactor }],
  ['/admin/users/:id/factors', { GET: listFactorsAsAdmin }],
  ['/admin/users/:id/factors/:factor', { PUT: updateFactorAsAdmin, DELETE: deleteFactorAsAdmin }],
  ['/admin/users/:id', { GET: getUserAsAdmin, PUT: updateUserAsAdmin, DELETE: deleteUserAsAdmin }],
]

/** Every endpoint, as `METHOD /path`. */
export const endpointNames: readonly string[] = routes.flatMap(([path, endpoints]) =>
  Object.keys(endpoints).map((method) => `${method} ${path}`),
)

/** @throws AuthError not_found, method_not_allowed */
export function findRoute(method: string, path: string): { endpoint: Endpoint; params: Record<string, string> } {
  for (const [pattern, endpoints] of routes) {
    const params = match(pattern, path)
    if (params === undefined) continue
    const endpoint = Object.entries(endpoints).find(([name]) => name === method)?.[1]
    if (endpoint === undefined) throw methodNotAllowed()
    return { endpoint, params }
  }
  throw notFound()
}

function match(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const given = path.replace(/(?<=.)\/$/, '').split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? ''
    if (segment.startsWith(':')) params[segment.slice(1)] = value
    else if (segment !== value) return undefined
  }
  return params
}
