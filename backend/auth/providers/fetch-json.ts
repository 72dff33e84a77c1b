/** Calls a provider's endpoints, with a timeout, without redirects and with a size limit. */
import { z } from 'zod'
import { ProviderError } from './provider.ts'

const timeoutMs = 8_000
const maxResponseBytes = 256 * 1024

/** @throws ProviderError */
export async function fetchJson<Schema extends z.ZodType>(
  url: string,
  init: RequestInit,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { host } = new URL(url)
  const response = await fetchLimited(url, init)
  const text = await response.text()
  if (!response.ok) throw new ProviderError(`${host} responded with ${response.status}: ${oauthErrorOf(text)}`)
  const parsed = schema.safeParse(jsonOf(text))
  if (!parsed.success) throw new ProviderError(`${host} sent an unexpected response: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

/** @throws ProviderError */
export async function fetchLimited(url: string, init: RequestInit): Promise<Response> {
  const { host } = new URL(url)
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { ...init, redirect: 'error', signal }).catch((cause: unknown) => {
    throw new ProviderError(`${host} could not be reached`, { cause })
  })
  const text = await textOf(response, host)
  // A status such as 204 allows no body, not even an empty one.
  return new Response(text === '' ? null : text, response)
}

async function textOf(response: Response, host: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength
      if (bytes > maxResponseBytes) throw new ProviderError(`${host} sent a response that is too large`)
      chunks.push(chunk)
    }
  } catch (cause) {
    if (cause instanceof ProviderError) throw cause
    throw new ProviderError(`${host} closed the connection during its response`, { cause })
  }
  return Buffer.concat(chunks).toString('utf8')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const oauthError = z.object({ error: z.string() })

/** OAuth's error code. No other part of a response belongs in a log. */
function oauthErrorOf(text: string): string {
  const parsed = oauthError.safeParse(jsonOf(text))
  return parsed.success ? parsed.data.error.slice(0, 80) : 'no reason given'
}

export const formBody = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  body: new URLSearchParams(fields).toString(),
})

/** HTTP basic client authentication (RFC 6749, 2.3.1: both parts are form-encoded first). */
export function basicAuthorization(clientId: string, clientSecret: string): string {
  const encode = (part: string) => new URLSearchParams({ part }).toString().slice('part='.length)
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`
}
