/**
 * Devices and their push service, on this machine: RFC 8030 (requests), 8291 (encryption) and 8292 (the site's signature). It shares no
 * code with what sends.
 */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const origin = 'https://push.test'

const payloadSchema = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  message: z.string(),
  link: z.string().nullable(),
})
const claimsSchema = z.object({ aud: z.string(), exp: z.number(), sub: z.string() })

interface ReceivedPush extends z.infer<typeof payloadSchema> {
  readonly ttlSeconds: number
  readonly urgency: string
  readonly topic: string
  readonly bytes: number
  readonly receivedAt: number
}

export interface Device {
  /** What the browser tells the site. */
  readonly row: { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
  readonly curve: ECDH
  readonly secret: Buffer
}

export function createDevice(): Device {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const secret = randomBytes(16)
  const endpoint = `${origin}/send/${randomUUID()}`
  const row = { endpoint, p256dh: curve.getPublicKey('base64url'), auth: secret.toString('base64url') }
  return { row, curve, secret }
}

export interface PushService {
  readonly url: string
  /** Registers a device that subscribed with the site's key. */
  add(device: Device, siteKey: string): void
  /** What the device has received and could decrypt. */
  received(device: Device): readonly ReceivedPush[]
  /** Requests for the device, whatever their answer. */
  requests(device: Device): number
  /** Answers the device's further requests with this status. */
  answer(device: Device, status: number, headers?: Record<string, string>): void
  /** Leaves the device's further requests without an answer. */
  silence(device: Device): void
  close(): Promise<void>
}

interface Registered {
  readonly device: Device
  readonly siteKey: string
  readonly received: ReceivedPush[]
  requests: number
  answer: Answer | undefined
  isSilent: boolean
}

export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, Registered>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const registered = devices.get(`${origin}${request.url}`)
      const { status, headers = {} } = accept(registered, request, Buffer.concat(chunks))
      if (registered?.isSilent) return
      response.writeHead(status, headers).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const of = ({ row }: Device) => {
    const found = devices.get(row.endpoint)
    if (!found) throw new Error('The device is not registered')
    return found
  }
  return {
    url: `http://127.0.0.1:${port}`,
    add(device, siteKey) {
      devices.set(device.row.endpoint, {
        device,
        siteKey,
        received: [],
        requests: 0,
        answer: undefined,
        isSilent: false,
      })
    },
    received: (device) => of(device).received,
    requests: (device) => of(device).requests,
    answer(device, status, headers = {}) {
      of(device).answer = { status, headers }
    },
    silence(device) {
      of(device).isSilent = true
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

interface Answer {
  readonly status: number
  readonly headers?: Record<string, string>
}

function accept(registered: Registered | undefined, request: IncomingMessage, body: Buffer): Answer {
  if (!registered) return { status: 404 }
  registered.requests += 1
  if (registered.answer) return registered.answer
  try {
    registered.received.push(receive(registered, request.headers, body))
    return { status: 201, headers: { location: `${origin}/message/${randomUUID()}` } }
  } catch (error) {
    console.error(error)
    return { status: error instanceof Refused ? error.status : 400 }
  }
}

class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

type Headers = NodeJS.Dict<string | string[]>

function receive({ device, siteKey }: Registered, headers: Headers, body: Buffer): ReceivedPush {
  const header = (name: string) => {
    const value = headers[name]
    if (typeof value !== 'string') throw new Refused(400, `${name} is missing`)
    return value
  }
  verifySite(header('authorization'), siteKey)
  if (header('content-encoding') !== 'aes128gcm') throw new Refused(415, 'The coding is not aes128gcm')
  if (body.byteLength > 4096) throw new Refused(413, 'The message is too large')
  if (!/^[\w-]{1,32}$/.test(header('topic'))) throw new Refused(400, 'The topic is not valid')
  return {
    ...payloadSchema.parse(JSON.parse(decrypt(device, body).toString('utf8'))),
    ttlSeconds: z.coerce.number().int().parse(header('ttl')),
    urgency: header('urgency'),
    topic: header('topic'),
    bytes: body.byteLength,
    receivedAt: Date.now(),
  }
}

/** RFC 8292: a JWT of at most a day for this push service, signed with the key that the device subscribed with. */
function verifySite(authorization: string, siteKey: string): void {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (key !== siteKey) throw new Refused(403, 'The device subscribed with another key')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url')))
    throw new Refused(403, 'The signature is wrong')
  const { aud, exp, sub } = claimsSchema.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()))
  const seconds = exp - Date.now() / 1000
  if (aud !== origin || seconds <= 0 || seconds > 24 * 60 * 60 + 5 || !/^(mailto:|https:)/.test(sub))
    throw new Refused(403, 'The claims are wrong')
}

/** RFC 8291 with one record. */
function decrypt({ curve, secret }: Device, body: Buffer): Buffer {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const derive = (input: Buffer, seasoning: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', input, seasoning, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), senderKey])
  const input = derive(curve.computeSecret(senderKey), secret, info, 32)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}
