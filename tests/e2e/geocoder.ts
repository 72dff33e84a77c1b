/** A fake geocoder on loopback with the API of postcodes.io. It has a single postcode. */
import { createServer } from 'node:http'

export interface Geocoder {
  url: string
  stop(): void
}

export async function startGeocoder(): Promise<Geocoder> {
  const server = createServer((request, response) => {
    const isKnown = request.url === '/postcodes/CB7%204DL'
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isKnown ? { status: 200, result: ely } : { status: 404, error: 'Postcode not found' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The geocoder has no port')
  return { url: `http://127.0.0.1:${address.port}`, stop: () => void server.close() }
}

const ely = { postcode: 'CB7 4DL', latitude: 52.398542, longitude: 0.263944, admin_district: 'East Cambridgeshire' }
