/** Asks an S3 service: signs requests, sends them with bodies of a known length, and tries again what may work the next time. */
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

/** The service could not be used; the message is a sentence. */
export class S3Error extends Error {
  override readonly name = 'S3Error'
  /** What it answered; 0 where it did not. */
  readonly status: number

  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  /** Within the bucket; '' for the bucket itself. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Opened anew for each try. */
  readonly body?: { open(): Readable; readonly bytes: number; readonly sha256: string }
}

export interface S3Client {
  /** The answer, where its status is one of `expected`. Its body has to be read or destroyed. @throws S3Error */
  send(asked: S3Request, expected: readonly number[]): Promise<IncomingMessage>
}

/** A service that says nothing for so long says nothing any more. */
const silenceMs = 30_000
const tries = 4
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const isPassing = (status: number) => status === 0 || status === 429 || status >= 500

/** @param patienceMs how long the service may say nothing */
export function createS3Client(settings: S3Settings, patienceMs = silenceMs): S3Client {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings

  async function once({ method, key, query, headers, body }: S3Request): Promise<IncomingMessage> {
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
    const sending = (url.protocol === 'https:' ? httpsRequest : httpRequest)(signed.url, {
      method,
      headers: { ...Object.fromEntries(signed.headers), 'content-length': String(body?.bytes ?? 0) },
      timeout: patienceMs,
    })
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      let answer: IncomingMessage | undefined
      sending.once('response', (response) => {
        answer = response
        resolve(response)
      })
      sending.once('error', (cause) =>
        reject(new S3Error(`The S3 service at ${endpoint} cannot be reached: ${cause.message}`, 0, { cause })),
      )
      sending.on('timeout', () => {
        // Whoever reads has stopped, and the service with them: it is asked again in a while.
        if (answer && (answer.isPaused() || answer.readableLength > 0)) sending.socket?.setTimeout(patienceMs)
        else sending.destroy(new Error('it does not answer'))
      })
    })
    if (!body) sending.end()
    // What breaks the sending is what the answer's promise tells.
    else pipeline(body.open(), sending).catch(() => {})
    return answered
  }

  async function expecting(asked: S3Request, expected: readonly number[]): Promise<IncomingMessage> {
    const response = await once(asked)
    const { statusCode = 0 } = response
    if (expected.includes(statusCode)) return response
    const text = await textOf(response)
    const reason = elementOf(text, 'Message') ?? elementOf(text, 'Code') ?? `it answered with ${statusCode}`
    throw new S3Error(`The S3 bucket ${bucket} at ${endpoint} cannot be used: ${reason}`, statusCode)
  }

  return {
    async send(asked, expected) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await expecting(asked, expected)
        } catch (error) {
          if (!(error instanceof S3Error) || !isPassing(error.status) || attempt === tries) throw error
          await delay(100 * 4 ** (attempt - 1))
        }
      }
    },
  }
}

/** Answers in XML are short: an error, or a page of a list. */
export async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** The text of an element that holds no others. */
export function elementOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
}
