/** POST /factors: adds an authenticator app, which counts once a code has verified it. */
import { z } from 'zod'
import { hasVerifiedFactor, lockUser, type User } from '../accounts/users.ts'
import { record } from '../audit.ts'
import { readBody, text } from '../body.ts'
import type { AuthContext, Call } from '../context.ts'
import { AuthError, insufficientAal, invalid, userNotFound } from '../errors.ts'
import { jsonResponse } from '../responses.ts'
import { assertRecentSignIn } from '../sessions/bearer.ts'
import type { Session } from '../sessions/sessions.ts'
import { requireFactorCaller } from './caller.ts'
import { factorNameConflict, tooManyFactors } from './factor-errors.ts'
import { deleteExpiredFactors, insertFactor } from './factor-rows.ts'
import { newSecret, qrCodeOf } from './totp.ts'

/** Longer names fit neither an authenticator app nor a QR code. */
const maximumNameLength = 100

const body = z.object({ friendly_name: text, factor_type: text, issuer: text, phone: text })

export async function enrollFactor(context: AuthContext, call: Call): Promise<Response> {
  const { settings } = context
  const { account, session } = await requireFactorCaller(context, call)
  const { friendly_name: friendlyName, factor_type: type, issuer } = await readBody(call.request, body)
  assertEnabled(context, type)
  assertRecentSignIn(account, session, context.now())
  if (friendlyName.length > maximumNameLength || issuer.length > maximumNameLength) {
    throw invalid(`friendly_name and issuer can have at most ${maximumNameLength} characters`)
  }
  await context.factorAttempts.takeRequest(account.id)
  const now = context.now()
  const key = newSecret(issuer || new URL(settings.siteUrl).host, account.email)
  const id = await context.database.transaction(async (tx) => {
    await deleteExpiredFactors(tx, account.id, now)
    const current = await lockUser(tx, account.id)
    if (current === undefined) throw userNotFound()
    assertRoom(context, current, session, friendlyName)
    const factorId = await insertFactor(tx, { userId: account.id, friendlyName, secret: key.secret }, now)
    const traits = { factor_id: factorId }
    await record(tx, { action: 'factor_in_progress', actorId: account.id, traits, client: call.client }, now)
    return factorId
  })
  const totp = { qr_code: await qrCodeOf(key.uri), secret: key.secret, uri: key.uri }
  return jsonResponse({ id, type: 'totp', friendly_name: friendlyName, totp })
}

function assertEnabled({ settings }: AuthContext, type: string): void {
  switch (type) {
    case 'totp':
      if (!settings.mfa.totp.enrollEnabled)
        throw new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP')
      return
    case 'phone':
      throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
    case 'webauthn':
      throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
    default:
      throw invalid('factor_type needs to be totp, phone, or webauthn')
  }
}

/** As in GoTrue, two factors cannot both have no name. */
function assertRoom({ settings }: AuthContext, account: User, session: Session, friendlyName: string): void {
  if (account.factors.some((factor) => factor.friendly_name === friendlyName)) throw factorNameConflict(friendlyName)
  if (account.factors.length >= settings.mfa.maxEnrolledFactors) throw tooManyFactors()
  if (hasVerifiedFactor(account) && !session.isAal2) {
    throw insufficientAal(403, 'AAL2 required to enroll a new factor')
  }
}
