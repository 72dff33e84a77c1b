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

/** A geocoder on loopback that speaks postcodes.io's protocol. */
async function service(answer: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { url: `http://127.0.0.1:${address.port}`, asked }
}

const json =
  (status: number, body: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }

/** As https://api.postcodes.io/postcodes/SW1A1AA answers, shortened. */
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
    timeoutMs: 200,
    ...options,
  })
  const ask = async (postcode: string, address = '192.0.2.1') => {
    const url = `http://localhost/geocode?postcode=${encodeURIComponent(postcode)}`
    const response = await geocode(new Request(url), { address })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  return { ask, warnings }
}

describe('looking up a postcode', () => {
  it('says where it is, near enough to find food and too coarse to find a door', async () => {
    const { url, asked } = await service(palace)
    const { status, headers, body } = await geocoder({ url }).ask('sw1a1aa')
    expect([status, body]).toEqual([200, { lat: 51.5, lon: -0.14, label: 'Westminster SW1A' }])
    expect(headers.get('cache-control')).toContain('private')
    expect(asked).toEqual(['/postcodes/SW1A%201AA'])
  })

  it('asks the service once for the same postcode, however often it is asked', async () => {
    const { url, asked } = await service(palace)
    let now = 0
    const { ask } = geocoder({ url, now: () => now })
    await Promise.all([ask('SW1A 1AA'), ask('sw1a1aa')])
    await ask('SW1A1AA')
    expect(asked).toHaveLength(1)
    now = 25 * 60 * 60 * 1_000
    await ask('SW1A 1AA')
    expect(asked).toHaveLength(2)
  })

  it('passes nothing on that is not a full postcode', async () => {
    const { url, asked } = await service(palace)
    const { ask } = geocoder({ url })
    for (const text of ['', 'SE1', '../../admin', 'SW1A 1AA/../..', 'http://evil.example', 'x'.repeat(10_000)])
      expect((await ask(text)).status).toBe(400)
    expect(asked).toEqual([])
  })

  it('knows that there is none', async () => {
    const { url } = await service(json(404, { status: 404, error: 'Postcode not found' }))
    expect(await geocoder({ url }).ask('ZZ9 9ZZ')).toMatchObject({
      status: 404,
      body: { message: 'No such postcode is known.' },
    })
  })

  it('is off where no service is configured', async () => {
    expect(await geocoder({}).ask('SW1A 1AA')).toMatchObject({
      status: 404,
      body: { message: 'Postcodes cannot be looked up here.' },
    })
  })

  it('stops waiting for a service that does not answer, and asks again the next time', async () => {
    let isSlow = true
    const { url, asked } = await service((request, response) => {
      if (!isSlow) palace(request, response)
    })
    const { ask, warnings } = geocoder({ url })
    expect((await ask('SW1A 1AA')).status).toBe(502)
    expect(warnings).toHaveLength(1)
    expect(warnings.join(), 'the postcode stays out of the log').not.toMatch(/SW1A/i)
    isSlow = false
    expect((await ask('SW1A 1AA')).status).toBe(200)
    expect(asked).toHaveLength(2)
  })

  it.each<[string, RequestListener]>([
    ['is not JSON', (_request, response) => response.end('<h1>Hello</h1>')],
    ['holds no coordinates', json(200, { status: 200, result: { latitude: null, longitude: null } })],
    ['lies off the globe', json(200, { status: 200, result: { latitude: 151, longitude: 0 } })],
    ['is null', json(200, null)],
    ['is an error of its own', json(500, { status: 500 })],
    ['leads elsewhere', (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
    ['never ends', (_request, response) => response.end('x'.repeat(1_000_000))],
    ['breaks off', (_request, response) => response.destroy()],
  ])('says so when the answer %s', async (_case, answer) => {
    const { url } = await service(answer)
    expect(await geocoder({ url }).ask('SW1A 1AA')).toMatchObject({
      status: 502,
      body: { message: 'Postcodes cannot be looked up at the moment.' },
    })
  })

  it('makes one plain line of whatever the service calls the place', async () => {
    const admin_district = `<img src=x>\n${'Long'.repeat(50)}`
    const { url } = await service(json(200, { result: { latitude: 51.5, longitude: -0.1, admin_district } }))
    const { label } = (await geocoder({ url }).ask('SE1 9SG')).body
    expect(label).not.toMatch(/[<>\n]/)
    expect(label).toHaveLength(60)
  })

  it('lets one network ask only so often', async () => {
    const { url, asked } = await service(palace)
    let left = 1
    const { ask } = geocoder({ url, limit: { take: async () => (left-- > 0 ? 0 : 7) } })
    expect((await ask('SW1A 1AA')).status).toBe(200)
    const refused = await ask('SE1 9SG')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7'])
    expect(asked).toHaveLength(1)
  })
})
