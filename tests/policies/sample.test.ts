/** The sample catalogue, loaded through the API into an empty market. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type Backend, createBackend } from '#backend'
import { copyTemplateFolder } from '#backend/database/testing'
import { loadSample } from '../../supabase/sample/load.ts'
import { products } from '../../supabase/sample/products.ts'
import type { SampleProduct } from '../../supabase/sample/sample-product.ts'
import { createDatabase, databases, dropDatabase, jwtSecret, migrationsOf, noSession } from '../harness.ts'

vi.stubGlobal('WebSocket', WebSocket)

const project = fileURLToPath(new URL('../../supabase', import.meta.url))
/** The cache of all servers of this machine, because composing pictures is slow. */
const pictureCache = path.resolve('node_modules/.cache/tuckbox-pictures')
const silent = { error() {}, warn() {}, info() {} }
const all: SampleProduct[] = Object.values(products)

describe.each(databases)('the sample catalogue on %s', (kind) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tuckbox-sample-'))
  let databaseUrl: string | undefined
  let backend: Backend

  beforeAll(async () => {
    if (kind === 'postgres') databaseUrl = await createDatabase()
    else await copyTemplateFolder(path.join(dataDir, 'database'), migrationsOf())
    backend = await createBackend({
      projectDir: project,
      dataDir,
      databaseUrl,
      jwtSecret,
      siteUrl: 'http://localhost:3000',
      providers: {},
      mail: { from: 'shop@tuckbox.test' },
      showMailbox: false,
      rateLimits: false,
      functionEnvironment: {},
      vaultSecrets: {},
      localUrl: 'http://localhost:3000',
      environment: {},
      log: silent,
    })
  })
  afterAll(async () => {
    await backend.close()
    rmSync(dataDir, { recursive: true, force: true })
    if (databaseUrl) await dropDatabase(databaseUrl)
  })

  /** A client that calls the backend without a socket and fails after a number of calls. */
  function client(key: string, calls = Number.POSITIVE_INFINITY) {
    let left = calls
    const fetch: typeof globalThis.fetch = async (input, init) => {
      left -= 1
      const response = left < 0 ? undefined : backend.fetch(new Request(input, init), { address: '127.0.0.1' })
      return response ?? Response.json({ message: 'The connection was lost.' }, { status: 400 })
    }
    return createClient('http://localhost:3000', key, {
      global: { fetch },
      ...noSession,
    })
  }
  const load = (calls?: number) =>
    loadSample({ supabase: client(backend.keys.serviceKey, calls), log() {}, pictureCache })

  async function counts() {
    const service = client(backend.keys.serviceKey)
    const tables = [
      'shops',
      'products',
      'product_images',
      'orders',
      'order_items',
      'order_events',
      'reviews',
      'chat_messages',
      'notifications',
      'favourites',
      'contact_messages',
      'refunds',
      'payments',
      'outbox',
    ]
    const found: Record<string, number | null> = {}
    for (const table of tables)
      found[table] = (await service.from(table).select('*', { count: 'exact', head: true })).count
    return found
  }

  it('interrupted loads complete once, and later starts leave the catalogue alone', { timeout: 240_000 }, async () => {
    // Fails during the accounts, the first tables, and the pictures and orders.
    for (const calls of [10, 30, 60]) await expect(load(calls)).rejects.toThrow()
    expect(await load()).toBe(true)
    const complete = await counts()
    // Rows inserted in their final state notify nobody; enquiries do.
    expect(complete).toMatchObject({
      shops: 10,
      products: all.length,
      reviews: 62,
      refunds: 1,
      contact_messages: 3,
      outbox: 3,
    })
    expect(complete.order_events).toBeGreaterThan(complete.orders ?? 0)

    const service = client(backend.keys.serviceKey)
    await service.from('products').delete().eq('name', 'Plum & Almond Tart')
    expect(await load()).toBe(false)
    expect(await counts()).toEqual({ ...complete, products: all.length - 1 })
  })

  it('visitors see products on sale with existing pictures and ratings, and no draft', async () => {
    const visitor = client(backend.keys.anonKey)
    const { data } = await visitor
      .from('products')
      .select('name, image, status, allergens_declared, rating, review_count, shops(name, logo, rating)')
    // All but the draft and the product just deleted.
    expect(data).toHaveLength(all.filter(({ isDraft }) => !isDraft).length - 1)
    for (const { name, image, allergens_declared } of data ?? []) {
      expect(allergens_declared, name).toBe(true)
      const picture = await backend.fetch(new Request(`http://localhost:3000/storage/v1/object/public/${image}`), {
        address: '127.0.0.1',
      })
      expect(picture?.status, name).toBe(200)
      expect(picture?.headers.get('content-type')).toBe('image/webp')
      await picture?.arrayBuffer()
    }
    expect(data?.find(({ name }) => name === 'Orchard Mince Pies, Six')).toMatchObject({
      rating: null,
      review_count: 0,
    })
    expect(data?.find(({ name }) => name === 'Vegetable Samosas, Eight')).toMatchObject({ rating: 5, review_count: 3 })
  })

  it('deleting a sample account removes the notifications that name its member', async () => {
    const service = client(backend.keys.serviceKey)
    const { data: george } = await service.from('profiles').select('id').eq('first_name', 'George').single()
    const named = async () => {
      const { data } = await service.from('notifications').select('message').like('message', '%George Whitlock%')
      return data?.length
    }
    expect(await named()).toBe(1)
    expect((await service.auth.admin.deleteUser(george?.id)).error).toBeNull()
    expect(await named()).toBe(0)
  })

  it.each([
    ['buyer@tuckbox.test', 'orders', 10],
    ['seller@tuckbox.test', 'shops', 10],
  ])('%s can sign in and sees %s', async (email, table, count) => {
    const supabase = client(backend.keys.anonKey)
    const { data, error } = await supabase.auth.signInWithPassword({ email, password: 'tuckbox-sample' })
    expect(error).toBeNull()
    expect(data.user?.user_metadata.avatar_url).toMatch(/^\/avatar\/[\w%]+\.svg$/)
    const seen = await supabase.from(table).select('*', { count: 'exact', head: true })
    expect(seen.count).toBeGreaterThanOrEqual(count)
  })
})
