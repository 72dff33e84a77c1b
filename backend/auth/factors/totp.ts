/** Time-based one-time passwords (RFC 6238), as authenticator apps compute them: six digits every 30 seconds, with SHA-1. */
import { Secret, TOTP } from 'otpauth'
import QRCode from 'qrcode'

const periodSeconds = 30
/** Codes of the previous and the next step are right, too, because a phone's clock may be wrong. */
const window = 1
const form = { algorithm: 'SHA1', digits: 6, period: periodSeconds }

export interface NewSecret {
  /** In base32, to type into an authenticator app. */
  readonly secret: string
  /** `otpauth://…`, the content of the QR code. */
  readonly uri: string
}

/** 160 random bits. @param issuer and account are the names that the app shows */
export function newSecret(issuer: string, account: string): NewSecret {
  const secret = new Secret({ size: 20 })
  return { secret: secret.base32, uri: new TOTP({ ...form, issuer, label: account, secret }).toString() }
}

/** The step of the code; undefined for a wrong one. The comparison takes constant time. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const totp = new TOTP({ ...form, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / periodSeconds) + delta
}

/** The QR code as SVG. Clients put it into a data URL without escaping it, so it has no `#`. */
export async function qrCodeOf(uri: string): Promise<string> {
  const svg = await QRCode.toString(uri, { type: 'svg', errorCorrectionLevel: 'M' })
  return svg.replaceAll('#ffffff', 'white').replaceAll('#000000', 'black')
}
