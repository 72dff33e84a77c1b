/** Every error of the auth API, with GoTrue's statuses, codes and texts. */

export type ErrorCode =
  | 'anonymous_provider_disabled'
  | 'bad_code_verifier'
  | 'bad_json'
  | 'bad_jwt'
  | 'bad_oauth_callback'
  | 'bad_oauth_state'
  | 'current_password_invalid'
  | 'current_password_required'
  | 'email_exists'
  | 'email_not_confirmed'
  | 'email_provider_disabled'
  | 'flow_state_expired'
  | 'flow_state_not_found'
  | 'identity_already_exists'
  | 'identity_not_found'
  | 'insufficient_aal'
  | 'invalid_credentials'
  | 'manual_linking_disabled'
  | 'method_not_allowed'
  | 'mfa_challenge_expired'
  | 'mfa_factor_name_conflict'
  | 'mfa_factor_not_found'
  | 'mfa_ip_address_mismatch'
  | 'mfa_phone_enroll_not_enabled'
  | 'mfa_totp_enroll_not_enabled'
  | 'mfa_totp_verify_not_enabled'
  | 'mfa_verification_failed'
  | 'mfa_webauthn_enroll_not_enabled'
  | 'no_authorization'
  | 'not_admin'
  | 'not_found'
  | 'otp_disabled'
  | 'otp_expired'
  | 'over_email_send_rate_limit'
  | 'over_request_rate_limit'
  | 'phone_exists'
  | 'phone_provider_disabled'
  | 'provider_disabled'
  | 'provider_email_needs_verification'
  | 'reauthentication_needed'
  | 'reauthentication_not_valid'
  | 'refresh_token_already_used'
  | 'refresh_token_not_found'
  | 'request_timeout'
  | 'request_too_large'
  | 'same_password'
  | 'saml_provider_disabled'
  | 'session_expired'
  | 'session_not_found'
  | 'signup_disabled'
  | 'single_identity_not_deletable'
  | 'too_many_enrolled_mfa_factors'
  | 'unexpected_failure'
  | 'user_already_exists'
  | 'user_banned'
  | 'user_not_found'
  | 'validation_failed'
  | 'weak_password'
  | 'web3_provider_disabled'

/** An error to return to the caller. */
export class AuthError extends Error {
  override readonly name = 'AuthError'
  readonly status: number
  readonly code: ErrorCode
  /** Further members of the response body. */
  readonly extra: Readonly<Record<string, unknown>>

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    { extra = {}, cause }: { extra?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.extra = extra
  }
}

export const invalid = (message: string) => new AuthError(400, 'validation_failed', message)
export const badJson = (message: string, cause?: unknown) =>
  new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${message}`, { cause })
export const requestTooLarge = () => new AuthError(413, 'request_too_large', 'Request body too large')
export const notFound = () => new AuthError(404, 'not_found', 'There is no such endpoint')
export const methodNotAllowed = () => new AuthError(405, 'method_not_allowed', 'Method not allowed')

/** Token errors also have OAuth 2's members, which older clients read. */
export const oauth = (error: string, message: string) =>
  new AuthError(400, 'validation_failed', message, { extra: { error, error_description: message } })

export const noAuthorization = () =>
  new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
export const badJwt = (reason: string, cause?: unknown) =>
  new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`, { cause })
export const badClaim = (message: string) => new AuthError(403, 'bad_jwt', `invalid claim: ${message}`)
export const userOfTokenNotFound = () =>
  new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
export const sessionNotFound = () =>
  new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
export const notAdmin = () => new AuthError(403, 'not_admin', 'User not allowed')
export const appMetadataForbidden = () =>
  new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
export const userNotFound = () => new AuthError(404, 'user_not_found', 'User not found')
export const userIdMalformed = () => new AuthError(404, 'validation_failed', 'user_id must be an UUID')

export const invalidCredentials = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
export const emailNotConfirmed = () => new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
export const userBanned = () => new AuthError(400, 'user_banned', 'User is banned')
export const signUpDisabled = () => new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
export const anonymousDisabled = () =>
  new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
export const emailProviderDisabled = (what: 'signups' | 'logins') =>
  new AuthError(400, 'email_provider_disabled', `Email ${what} are disabled`)
export const phoneProviderDisabled = (what: 'signups' | 'logins') =>
  new AuthError(400, 'phone_provider_disabled', `Phone ${what} are disabled`)
export const noPhoneProvider = () => new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
export const providerDisabled = (message: string) => new AuthError(400, 'provider_disabled', message)
export const badOAuthState = () =>
  new AuthError(400, 'bad_oauth_state', 'This sign-in was started in another browser or too long ago')
export const badOAuthCallback = (message: string) => new AuthError(400, 'bad_oauth_callback', message)
export const providerFailed = (provider: string, cause: unknown) =>
  new AuthError(500, 'unexpected_failure', `Unable to sign in with ${provider}. Please try again.`, { cause })
export const noProviderEmail = (provider: string) =>
  new AuthError(422, 'provider_email_needs_verification', `Error getting user email from external provider ${provider}`)
export const emailNeedsVerification = (provider: string) =>
  new AuthError(
    422,
    'provider_email_needs_verification',
    `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  )
export const identityExists = (message: string) => new AuthError(422, 'identity_already_exists', message)
export const identityNotFound = () => new AuthError(422, 'identity_not_found', "Identity doesn't exist")
export const lastIdentity = () =>
  new AuthError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking')
export const manualLinkingDisabled = () => new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
export const idTokenRefused = (cause: unknown) =>
  oauth('invalid request', cause instanceof Error ? cause.message : 'Bad ID token')

export const passwordMissing = () => invalid('Signup requires a valid password')
export const userAlreadyExists = () => new AuthError(422, 'user_already_exists', 'User already registered')
export const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
export const phoneExists = () => new AuthError(422, 'phone_exists', 'Phone number already registered by another user')

export const weakPassword = (message: string, reasons: readonly string[]) =>
  new AuthError(422, 'weak_password', message, { extra: { weak_password: { reasons } } })
export const samePassword = () =>
  new AuthError(422, 'same_password', 'New password should be different from the old password.')
export const reauthenticationNeeded = () =>
  new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
export const signInAgain = () =>
  new AuthError(403, 'reauthentication_needed', 'Please sign in again to change how you sign in')
export const reauthenticationNotValid = () =>
  new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
export const currentPasswordRequired = () =>
  new AuthError(400, 'current_password_required', 'Current password required when setting new password.')
export const currentPasswordInvalid = () =>
  new AuthError(400, 'current_password_invalid', 'Current password is not correct.')

export const linkExpired = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
export const codeExpired = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid')

/** @param status GoTrue's statuses differ: 401, 403 or 422 */
export const insufficientAal = (status: 401 | 403 | 422, message: string) =>
  new AuthError(status, 'insufficient_aal', message)

export const refreshTokenNotFound = () =>
  new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
export const refreshTokenAlreadyUsed = () =>
  new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
export const refreshUserBanned = () => new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
export const refreshSessionExpired = (why?: 'Inactivity') =>
  new AuthError(400, 'session_expired', `Invalid Refresh Token: Session Expired${why ? ` (${why})` : ''}`)

export const flowStateNotFound = () =>
  new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
export const flowStateExpired = () =>
  new AuthError(403, 'flow_state_expired', 'invalid flow state, flow state has expired')
export const badCodeVerifier = () =>
  new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')

export const overEmailRate = (seconds: number) =>
  new AuthError(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
  )
export const overRequestRate = () => new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
export const tooManyAttempts = (seconds: number) =>
  new AuthError(
    429,
    'over_request_rate_limit',
    `Too many wrong passwords. Please wait ${seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}, or choose a new password by email.`,
  )
export const requestTimedOut = () =>
  new AuthError(504, 'request_timeout', 'Processing this request timed out, please retry after a moment.')
/** A trigger or constraint of the project rejected the account. */
export const refusedByDatabase = (what: string, cause: unknown) =>
  new AuthError(422, 'validation_failed', `Database error ${what}`, { cause })
