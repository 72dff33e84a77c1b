/**
 * GET /geocode?postcode=… finds the place of a postcode with the configured geocoder, which has the API of postcodes.io. The server
 * calls it, so that the geocoder does not see the shopper's IP address or browser.
 */
import { z } from 'zod'
import { blurred, placeLabel } from '#domain/locations/chosen-place'
import { readPostcode } from '#domain/locations/postcode'

/** Limit for one network. A shopper needs far fewer requests. */
export const geocoderLimit = { requests: 20, seconds: 60 }

export interface GeocoderOptions {
  /** The geocoder's base URL. Undefined if none is configured. */
  readonly url: string | undefined
  /** Counts a client's request. Resolves with the seconds to wait if the limit is exhausted, else 0. */
  readonly limit: { take(address: string): Promise<number> }
  readonly log: { warn(context: object, message: string): void }
  readonly timeoutMs?: number
  readonly now?: () => number
}

/** The cache's size. A postcode that is looked up again needs no request to the geocoder. */
const maxEntries = 2_000
const ttlMs = 24 * 60 * 60 * 1_000
/** Real responses have some 2 kB. */
const maxResponseLength = 64_000

const responseSchema = z.object({
  result: z.object({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    admin_district: z.string().nullish(),
    parish: z.string().nullish(),
    region: z.string().nullish(),
  }),
})

interface FoundPlace {
  readonly lat: number
  readonly lon: number
  readonly label: string
}

type Lookup = { kind: 'found'; place: FoundPlace } | { kind: 'unknown' } | { kind: 'failed' }

export function createGeocoder({
  url,
  limit,
  log,
  timeoutMs = 4_000,
  now = Date.now,
}: GeocoderOptions): (request: Request, client: { address: string }) => Promise<Response> {
  const cache = new Map<string, { expiresMs: number; lookup: Promise<Lookup> }>()

  function lookUp(base: string, postcode: string): Promise<Lookup> {
    const hit = cache.get(postcode)
    if (hit && hit.expiresMs > now()) return hit.lookup
    const lookup = fetchPlace(base, postcode, timeoutMs).catch((error: unknown): Lookup => {
      // A failure is not cached. The postcode is personal data, so the log omits it.
      cache.delete(postcode)
      log.warn({ err: error }, 'the geocoder failed')
      return { kind: 'failed' }
    })
    cache.delete(postcode)
    cache.set(postcode, { expiresMs: now() + ttlMs, lookup })
    const [oldest] = cache.keys()
    if (cache.size > maxEntries && oldest !== undefined) cache.delete(oldest)
    return lookup
  }

  return async (request, client) => {
    const postcode = readPostcode(new URL(request.url).searchParams.get('postcode') ?? '')
    if (url === undefined) return refusal(404, 'Postcodes cannot be looked up here.')
    if (postcode === null) return refusal(400, 'That is not a full postcode.')
    const waitSeconds = await limit.take(client.address)
    if (waitSeconds > 0)
      return refusal(429, 'Too many postcodes at once. Please wait a moment.', { 'retry-after': `${waitSeconds}` })
    const lookup = await lookUp(url, postcode)
    if (lookup.kind === 'failed') return refusal(502, 'Postcodes cannot be looked up at the moment.')
    if (lookup.kind === 'unknown') return refusal(404, 'No such postcode is known.')
    return Response.json(lookup.place, { headers: { 'cache-control': 'private, max-age=86400' } })
  }
}

function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ message }, { status, headers: { 'cache-control': 'no-store', ...headers } })
}

/** @throws Error if the geocoder fails or its response is not valid */
async function fetchPlace(base: string, postcode: string, timeoutMs: number): Promise<Lookup> {
  const response = await fetch(`${base}/postcodes/${encodeURIComponent(postcode)}`, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await readText(response)
  if (response.status === 404) return { kind: 'unknown' }
  if (!response.ok) throw new Error(`The geocoder responded with status ${response.status}`)
  const { result } = responseSchema.parse(JSON.parse(text))
  const [district = ''] = postcode.split(' ')
  const town = [result.admin_district, result.parish, result.region].find(Boolean) ?? ''
  const { lat, lon } = blurred({ lat: result.latitude, lon: result.longitude })
  return { kind: 'found', place: { lat, lon, label: placeLabel(`${town} ${district}`) } }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > maxResponseLength) throw new Error('The geocoder’s response is too long')
  }
  return text
}
