import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { createGeocoder, type GeocoderOptions } from './geocoder.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A geocoder on loopback with the API of postcodes.io. */
async function startGeocoder(respond: RequestListener) {
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(request.url ?? '')
    respond(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { url: `http://127.0.0.1:${address.port}`, requested }
}

const json =
  (status: number, body: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }

/** The response of https://api.postcodes.io/postcodes/SW1A1AA, shortened. */
const palace = json(200, {
  status: 200,
  result: {
    postcode: 'SW1A 1AA',
    longitude: -0.141563,
    latitude: 51.50101,
    admin_district: 'Westminster',
    parish: 'Westminster, unparished area',
    region: 'London',
  },
})

function geocoder(options: Partial<GeocoderOptions>) {
  const warnings: string[] = []
  const geocode = createGeocoder({
    url: undefined,
    limit: { take: async () => 0 },
    log: { warn: (context, message) => warnings.push(message + JSON.stringify(context)) },
    ...options,
  })
  const lookUp = async (postcode: string, address = '192.0.2.1') => {
    const url = `http://localhost/geocode?postcode=${encodeURIComponent(postcode)}`
    const response = await geocode(new Request(url), { address })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  return { lookUp, warnings }
}

describe('The geocoding endpoint', () => {
  it('gives a shopper a place exact enough to find food and too coarse to find a home', async () => {
    const { url, requested } = await startGeocoder(palace)
    const { status, headers, body } = await geocoder({ url }).lookUp('sw1a1aa')
    expect([status, body]).toEqual([200, { lat: 51.5, lon: -0.14, label: 'Westminster SW1A' }])
    expect(headers.get('cache-control')).toContain('private')
    expect(requested).toEqual(['/postcodes/SW1A%201AA'])
  })

  it('calls the geocoder once a day for the same postcode', async () => {
    const { url, requested } = await startGeocoder(palace)
    let now = 0
    const { lookUp } = geocoder({ url, now: () => now })
    await Promise.all([lookUp('SW1A 1AA'), lookUp('sw1a1aa')])
    await lookUp('SW1A1AA')
    expect(requested).toHaveLength(1)
    now = 25 * 60 * 60 * 1_000
    await lookUp('SW1A 1AA')
    expect(requested).toHaveLength(2)
  })

  it('refuses text that is not a full postcode without calling the geocoder', async () => {
    const { url, requested } = await startGeocoder(palace)
    const { lookUp } = geocoder({ url })
    for (const text of ['', 'SE1', '../../admin', 'SW1A 1AA/../..', 'http://evil.example', 'x'.repeat(10_000)])
      expect((await lookUp(text)).status).toBe(400)
    expect(requested).toEqual([])
  })

  it('responds with 404 to a postcode that does not exist', async () => {
    const { url } = await startGeocoder(json(404, { status: 404, error: 'Postcode not found' }))
    expect(await geocoder({ url }).lookUp('ZZ9 9ZZ')).toMatchObject({
      status: 404,
      body: { message: 'No such postcode is known.' },
    })
  })

  it('responds with 404 if no geocoder is configured', async () => {
    expect(await geocoder({}).lookUp('SW1A 1AA')).toMatchObject({
      status: 404,
      body: { message: 'Postcodes cannot be looked up here.' },
    })
  })

  it('times out on a slow geocoder, and retries at the next request', async () => {
    let isSlow = true
    const { url, requested } = await startGeocoder((request, response) => {
      if (!isSlow) palace(request, response)
    })
    const { lookUp, warnings } = geocoder({ url, timeoutMs: 1_000 })
    expect((await lookUp('SW1A 1AA')).status).toBe(502)
    expect(warnings).toHaveLength(1)
    expect(warnings.join(), 'the postcode stays out of the log').not.toMatch(/SW1A/i)
    isSlow = false
    expect((await lookUp('SW1A 1AA')).status).toBe(200)
    expect(requested).toHaveLength(2)
  })

  it.each<[string, RequestListener]>([
    ['is not JSON', (_request, response) => response.end('<h1>Hello</h1>')],
    ['has no coordinates', json(200, { status: 200, result: { latitude: null, longitude: null } })],
    ['has impossible coordinates', json(200, { status: 200, result: { latitude: 151, longitude: 0 } })],
    ['is null', json(200, null)],
    ['is an error', json(500, { status: 500 })],
    ['redirects', (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
    ['is too long', (_request, response) => response.end('x'.repeat(1_000_000))],
    ['breaks off', (_request, response) => response.destroy()],
  ])('responds with 502 if the geocoder’s response %s', async (_case, respond) => {
    const { url } = await startGeocoder(respond)
    expect(await geocoder({ url }).lookUp('SW1A 1AA')).toMatchObject({
      status: 502,
      body: { message: 'Postcodes cannot be looked up at the moment.' },
    })
  })

  it('turns the geocoder’s name of a place into one plain line', async () => {
    const admin_district = `<img src=x>\n${'Long'.repeat(50)}`
    const { url } = await startGeocoder(json(200, { result: { latitude: 51.5, longitude: -0.1, admin_district } }))
    const { label } = (await geocoder({ url }).lookUp('SE1 9SG')).body
    expect(label).not.toMatch(/[<>\n]/)
    expect(label).toHaveLength(60)
  })

  it('limits the requests of one network', async () => {
    const { url, requested } = await startGeocoder(palace)
    let left = 1
    const { lookUp } = geocoder({ url, limit: { take: async () => (left-- > 0 ? 0 : 7) } })
    expect((await lookUp('SW1A 1AA')).status).toBe(200)
    const refused = await lookUp('SE1 9SG')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7'])
    expect(requested).toHaveLength(1)
  })
})
