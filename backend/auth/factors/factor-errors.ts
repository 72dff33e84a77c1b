/** GoTrue's errors of second factors. */
import { AuthError } from '../errors.ts'

export const factorNameConflict = (name: string) =>
  new AuthError(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
  )
export const tooManyFactors = () =>
  new AuthError(
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  )
export const factorIdMalformed = () => new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
export const factorNotFound = () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
export const challengeNotFound = () =>
  new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
export const challengeMismatch = () =>
  new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
export const challengeExpired = (id: string) =>
  new AuthError(
    422,
    'mfa_challenge_expired',
    `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
  )
export const wrongFactorCode = () => new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
export const totpVerifyDisabled = () =>
  new AuthError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP')
export const anonymousRefused = () =>
  new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions')
/** Beyond GoTrue, which limits wrong codes by network address only. */
export const tooManyFactorCodes = () =>
  new AuthError(
    429,
    'over_request_rate_limit',
    'Too many wrong codes. Please try again tomorrow, or use a recovery code.',
  )
