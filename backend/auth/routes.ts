/** The routes under /auth/v1, with their rate limits and endpoints. */
import { createRoutes, type Route } from '#backend/http/routes'
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
import {
  findNoFactor,
  findNoFactorAsAdmin,
  listNoFactors,
  refuseEnrollment,
  refuseSso,
} from './endpoints/unsupported.ts'
import { getUser, putUser, reauthenticate } from './endpoints/user.ts'
import { verifyByCode, verifyByLink } from './endpoints/verify.ts'

/** Browsers follow links to `open` routes, and cannot send the project's key there. */
type Access = 'key' | 'open'

const tokenLimit = (url: URL) => (url.searchParams.get('grant_type') === 'refresh_token' ? 'refreshes' : 'sign-ins')

// biome-ignore format: a table reads better in columns
const table: readonly Route<[access: Access, endpoint: Endpoint]>[] = [
  ['GET',    '/settings',                          'none',          'key',  getSettings],
  ['GET',    '/health',                            'none',          'key',  getHealth],
  ['GET',    '/.well-known/jwks.json',             'none',          'open', getKeys],

  ['POST',   '/signup',                            'sign-ins',      'key',  signUp],
  ['POST',   '/token',                             tokenLimit,      'key',  grantToken],
  ['GET',    '/verify',                            'verifications', 'open', verifyByLink],
  ['POST',   '/verify',                            'verifications', 'open', verifyByCode],
  ['POST',   '/resend',                            'sign-ins',      'key',  resend],
  ['POST',   '/recover',                           'sign-ins',      'key',  recover],
  ['POST',   '/otp',                               'sign-ins',      'key',  sendOtp],
  ['POST',   '/magiclink',                         'sign-ins',      'key',  sendOtp],
  ['GET',    '/authorize',                         'sign-ins',      'open', authorize],
  ['GET',    '/callback',                          'verifications', 'open', callback],

  ['GET',    '/user',                              'none',          'key',  getUser],
  ['PUT',    '/user',                              'sign-ins',      'key',  putUser],
  ['GET',    '/user/identities/authorize',         'sign-ins',      'key',  authorizeLink],
  ['DELETE', '/user/identities/:id',               'none',          'key',  unlinkIdentity],
  ['GET',    '/reauthenticate',                    'none',          'key',  reauthenticate],
  ['POST',   '/logout',                            'none',          'key',  logOut],

  ['POST',   '/invite',                            'none',          'key',  invite],
  ['POST',   '/admin/generate_link',               'none',          'key',  generateLink],
  ['GET',    '/admin/users',                       'none',          'key',  listAllUsers],
  ['POST',   '/admin/users',                       'none',          'key',  createUserAsAdmin],
  ['POST',   '/sso',                               'none',          'key',  refuseSso],
  ['POST',   '/factors',                           'none',          'key',  refuseEnrollment],
  ['DELETE', '/factors/:id',                       'none',          'key',  findNoFactor],
  ['POST',   '/factors/:id/challenge',             'none',          'key',  findNoFactor],
  ['POST',   '/factors/:id/verify',                'none',          'key',  findNoFactor],
  ['GET',    '/admin/users/:id/factors',           'none',          'key',  listNoFactors],
  ['DELETE', '/admin/users/:id/factors/:factor',   'none',          'key',  findNoFactorAsAdmin],
  ['GET',    '/admin/users/:id',                   'none',          'key',  getUserAsAdmin],
  ['PUT',    '/admin/users/:id',                   'none',          'key',  updateUserAsAdmin],
  ['DELETE', '/admin/users/:id',                   'none',          'key',  deleteUserAsAdmin],
]

export const routes = createRoutes(table)
