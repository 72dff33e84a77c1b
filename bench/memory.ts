/** Resident memory of the embedded server after 10,000 requests of the kinds that a visitor makes. */
import { startServer, type TestServer } from '../tests/harness.ts'
import { request } from './load.ts'
import { residentMegabytesOf } from './traffic/samples.ts'

const goalMegabytes = 600

export async function memory(): Promise<void> {
  const server = await startServer({ isFirstStart: true, env: { SAMPLE_DATA: '1', LOG_LEVEL: 'warn' } })
  const before = residentMegabytesOf(server.process)
  const headers = { apikey: server.anonKey }
  const rest = `${server.url}/rest/v1/products?select=*,shops(name)&limit=24`
  await request({ url: rest, headers, amount: 8_000 })
  await request({ url: `${server.url}/`, headers, amount: 1_000 })
  await request({ url: `${rest}&order=price`, headers, amount: 1_000 })
  await renderPictures(server)
  const after = residentMegabytesOf(server.process)
  console.log(
    `resident: ${before} MB after loading the sample data, ${after} MB after 10,000 requests and all pictures ` +
      `(goal at most ${goalMegabytes}) ${after <= goalMegabytes ? 'reached' : 'MISSED'}`,
  )
  await server.stop()
}

/** Renders every product's picture at the widths of product cards, like a first visit. */
async function renderPictures({ url, anonKey }: TestServer): Promise<void> {
  const response = await fetch(`${url}/rest/v1/products?select=image`, { headers: { apikey: anonKey } })
  const products: { image: string }[] = await response.json()
  for (const { image } of products)
    for (const width of [320, 640]) {
      const picture = await fetch(`${url}/storage/v1/render/image/public/${image}?width=${width}&quality=75`)
      if (!picture.ok) throw new Error(`${image} was not rendered: ${picture.status}`)
      await picture.arrayBuffer()
    }
}
