/** Signatures of events. The test provider uses Stripe's scheme: HMAC-SHA256 over time and body. */

/** The signature header of each provider. */
export const signatureHeaders = { stripe: 'stripe-signature', test: 'tuckbox-test-signature' } as const

/** Maximum age of a signed message in seconds. */
const toleranceSeconds = 300
const text = new TextEncoder()

export async function sign(body: string, secret: string, atSeconds = Math.floor(Date.now() / 1000)): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await keyOf(secret), text.encode(`${atSeconds}.${body}`))
  return `t=${atSeconds},v1=${hex(new Uint8Array(signature))}`
}

export async function isSigned(body: string, header: string, secret: string): Promise<boolean> {
  const [, time = '', signature = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? []
  if (!signature || Math.abs(Date.now() / 1000 - Number(time)) > toleranceSeconds) return false
  // crypto.subtle compares in constant time.
  return crypto.subtle.verify('HMAC', await keyOf(secret), bytes(signature), text.encode(`${time}.${body}`))
}

function keyOf(secret: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', text.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])
}

const hex = (value: Uint8Array) => [...value].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const bytes = (value: string) => Uint8Array.from(value.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
