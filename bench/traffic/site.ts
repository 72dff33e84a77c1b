/** The set-ups under load, each with a marketplace and a generator. */
import { existsSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { productCategories } from '#domain/catalogue/categories'
import { databases, startServer, type TestServer } from '../../tests/harness.ts'
import { callFunction } from '../../tests/payments/market-fixtures.ts'
import { renditionPath } from './actions.ts'
import { type Generator, startGenerator } from './generator-process.ts'
import { createMarket, type TrafficMarket, usualSize } from './market.ts'
import { createSampler, type Sampler } from './samples.ts'

const setups = ['pglite', 'postgres', 'workers'] as const
export type Setup = (typeof setups)[number]

/** The set-ups that this machine can run, or why none. */
export function possibleSetups(wanted: string | undefined): readonly Setup[] | string {
  if (!existsSync('/proc/self/fd')) return 'it reads /proc, which only Linux has'
  const known = setups.filter((setup) => wanted === undefined || setup === wanted)
  if (known.length === 0) throw new Error(`There is no set-up ${wanted}; there are ${setups.join(', ')}`)
  const possible = known.filter((setup) => setup === 'pglite' || databases.includes('postgres'))
  return possible.length > 0 ? possible : 'no PostgreSQL is installed'
}

export interface Site {
  readonly server: TestServer
  readonly generator: Generator
  newSampler(): Sampler
  stop(): Promise<void>
}

/** What would let requests leave this machine. */
const nothingOutside = Object.fromEntries(
  [
    ...['SUPABASE_URL', 'SUPABASE_ANON_KEY', 'PUBLIC_URL', 'SMTP_URL', 'GEOCODER_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    ...['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_BASE', 'PUSH_API_BASE'],
    ...['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ].map((name) => [name, '']),
)

export async function openSite(setup: Setup, size = usualSize): Promise<Site> {
  const server = await startServer({
    database: setup === 'pglite' ? 'pglite' : 'postgres',
    env: { ...nothingOutside, SAMPLE_DATA: '1', LOG_LEVEL: 'warn', WEB_CONCURRENCY: setup === 'workers' ? '2' : '1' },
  })
  try {
    const market = await createMarket(server, size)
    await warmUp(server, market)
    const generator = await startGenerator(market)
    const { url } = server
    const pids = { serverPid: server.process.pid ?? 0, generatorPid: generator.pid }
    return {
      server,
      generator,
      newSampler: () => createSampler({ url, ...pids }),
      async stop() {
        await generator.stop()
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

const warmUpConnections = 4

/** Renders each page and picture once, as they have been on a site in use, and bundles the functions of a payment. */
async function warmUp(server: TestServer, { products, shopSlugs, pictures }: TrafficMarket): Promise<void> {
  for (const name of ['checkout', 'test-payment', 'send-mail']) await callFunction(server, name)
  const paths = [
    '/',
    ...productCategories.map((category) => `/category/${encodeURIComponent(category)}`),
    ...shopSlugs.map((slug) => `/shop/${slug}`),
    ...products.map((id) => `/product/${id}`),
    ...pictures.map(renditionPath),
  ]
  const get = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop())
      await (await fetch(server.url + path)).arrayBuffer()
  }
  await Promise.all(Array.from({ length: warmUpConnections }, get))
}

export interface Environment {
  readonly processors: number
  readonly model: string
  readonly memoryGigabytes: number
  readonly node: string
  readonly platform: string
}

export const environment = (): Environment => ({
  processors: availableParallelism(),
  model: cpus()[0]?.model.trim() ?? 'unknown',
  memoryGigabytes: Math.round(totalmem() / 1024 ** 3),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
})
