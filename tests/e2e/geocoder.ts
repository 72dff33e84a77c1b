/** A fake geocoder on loopback with the API of postcodes.io. It has two postcodes. */
import { createServer } from 'node:http'

export interface Geocoder {
  url: string
  stop(): void
}

export async function startGeocoder(): Promise<Geocoder> {
  const server = createServer((request, response) => {
    const result = known.find(({ postcode }) => request.url === `/postcodes/${encodeURIComponent(postcode)}`)
    response.writeHead(result ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(result ? { status: 200, result } : { status: 404, error: 'Postcode not found' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The geocoder has no port')
  return { url: `http://127.0.0.1:${address.port}`, stop: () => void server.close() }
}

const known = [
  { postcode: 'CB7 4DL', latitude: 52.398542, longitude: 0.263944, admin_district: 'East Cambridgeshire' },
  { postcode: 'SE1 9SG', latitude: 51.504491, longitude: -0.086544, admin_district: 'Southwark' },
]
