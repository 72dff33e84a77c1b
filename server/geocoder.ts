/**
 * GET /geocode?postcode=… : where a postcode is, asked of the geocoder that is configured (postcodes.io's shape). It stands between
 * shoppers and that service, so that their addresses and their browsers stay with us.
 */
import { z } from 'zod'
import { blurred, placeLabel } from '#domain/chosen-place'
import { readPostcode } from '#domain/postcode'

/** What one network may ask: nobody moves more often. */
export const geocoderLimit = { questions: 20, seconds: 60 }

export interface GeocoderOptions {
  /** The service's base address; undefined where none is configured. */
  readonly url: string | undefined
  /** Counts a client's question; says how many seconds to wait where it is one too many. */
  readonly limit: { take(address: string): Promise<number> }
  readonly log: { warn(context: object, message: string): void }
  readonly timeoutMs?: number
  readonly now?: () => number
}

/** Answers asked for again and again, such as the postcode of somebody who saves twice. */
const cacheSize = 2_000
const cacheMs = 24 * 60 * 60 * 1_000
/** Real answers have some 2 kB. */
const longestAnswer = 64_000

const answers = z.object({
  result: z.object({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    admin_district: z.string().nullish(),
    parish: z.string().nullish(),
    region: z.string().nullish(),
  }),
})

export interface FoundPlace {
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
  const cache = new Map<string, { until: number; lookup: Promise<Lookup> }>()

  function lookUp(base: string, postcode: string): Promise<Lookup> {
    const known = cache.get(postcode)
    if (known && known.until > now()) return known.lookup
    const lookup = ask(base, postcode, timeoutMs).catch((error: unknown): Lookup => {
      // The next one may ask again. The postcode itself is nobody's business, a log's neither.
      cache.delete(postcode)
      log.warn({ err: error }, 'the geocoder does not answer as it should')
      return { kind: 'failed' }
    })
    cache.delete(postcode)
    cache.set(postcode, { until: now() + cacheMs, lookup })
    const [oldest] = cache.keys()
    if (cache.size > cacheSize && oldest !== undefined) cache.delete(oldest)
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

/** @throws whatever is wrong with the service or its answer */
async function ask(base: string, postcode: string, timeoutMs: number): Promise<Lookup> {
  const response = await fetch(`${base}/postcodes/${encodeURIComponent(postcode)}`, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await readText(response)
  if (response.status === 404) return { kind: 'unknown' }
  if (!response.ok) throw new Error(`The geocoder answered with status ${response.status}`)
  const { result } = answers.parse(JSON.parse(text))
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
    if (text.length > longestAnswer) throw new Error('The geocoder’s answer is too long')
  }
  return text
}
