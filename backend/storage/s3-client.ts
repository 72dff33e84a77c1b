/** An S3 client: signs requests, sends bodies of a known length, and retries transient errors. */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'

export interface S3Settings {
  /** Without the bucket, e.g. `https://s3.eu-west-2.amazonaws.com`. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The service is unavailable or refused the request. The message is a sentence. */
export class S3Error extends Error {
  override readonly name = 'S3Error'
  /** The response's status; 0 without a response. */
  readonly status: number

  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  /** Key in the bucket; '' for the bucket itself. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Opened anew for each attempt. */
  readonly body?: { open(): Readable; readonly bytes: number; readonly sha256: string }
}

export interface S3Client {
  /** @returns a response with one of the `expected` statuses. Its body has to be read or destroyed. @throws S3Error */
  send(request: S3Request, expected: readonly number[]): Promise<IncomingMessage>
}

/** Time without data after which a request fails. */
const defaultTimeoutMs = 30_000
const maxAttempts = 4
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const isTransient = (status: number) => status === 0 || status === 429 || status >= 500

/** @param timeoutMs time without data after which a request fails */
export function createS3Client(settings: S3Settings, timeoutMs = defaultTimeoutMs): S3Client {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings

  async function sendOnce({ method, key, query, headers, body }: S3Request): Promise<IncomingMessage> {
    const url = new URL(`${endpoint}/${bucket}/${key}`.replace(/\/$/, ''))
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const hash = { 'x-amz-content-sha256': body?.sha256 ?? emptySha256 }
    const given = { ...headers, ...hash }
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: given,
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    })
    const signed = await signer.sign()
    const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(signed.url, {
      method,
      headers: { ...Object.fromEntries(signed.headers), 'content-length': String(body?.bytes ?? 0) },
      timeout: timeoutMs,
    })
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      let received: IncomingMessage | undefined
      outgoing.once('response', (response) => {
        received = response
        resolve(response)
      })
      outgoing.once('error', (cause) =>
        reject(new S3Error(`The S3 service at ${endpoint} cannot be reached: ${cause.message}`, 0, { cause })),
      )
      outgoing.on('timeout', () => {
        // The reader has paused, so the service is not at fault. The timeout starts again.
        if (received && (received.isPaused() || received.readableLength > 0)) outgoing.socket?.setTimeout(timeoutMs)
        else outgoing.destroy(new Error('it does not respond'))
      })
    })
    if (!body) outgoing.end()
    // The response's promise reports the error.
    else pipeline(body.open(), outgoing).catch(() => {})
    return response
  }

  async function sendExpecting(request: S3Request, expected: readonly number[]): Promise<IncomingMessage> {
    const response = await sendOnce(request)
    const { statusCode = 0 } = response
    if (expected.includes(statusCode)) return response
    const text = await textOf(response)
    const reason = elementOf(text, 'Message') ?? elementOf(text, 'Code') ?? `it responded with ${statusCode}`
    throw new S3Error(`The S3 bucket ${bucket} at ${endpoint} cannot be used: ${reason}`, statusCode)
  }

  return {
    async send(request, expected) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await sendExpecting(request, expected)
        } catch (error) {
          if (!(error instanceof S3Error) || !isTransient(error.status) || attempt === maxAttempts) throw error
          await delay(100 * 4 ** (attempt - 1))
        }
      }
    },
  }
}

/** Reads an XML response, which is short: an error, or a page of a list. */
export async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** The text of an element without child elements. */
export function elementOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
}
