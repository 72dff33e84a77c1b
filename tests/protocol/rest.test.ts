/** The marketplace's tables over HTTP, with queries like the web app's. */
import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { sellerTermsVersion } from '#domain/selling/seller-terms'
import { databases, noSession, type RunningServer } from '../harness.ts'
import { sharedServer } from '../shared-server.ts'

// supabase-js needs a WebSocket to start, and Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket)

const password = 'correct horse battery'
const clientOf = (server: RunningServer, key = server.anonKey): SupabaseClient =>
  createClient(server.url, key, noSession)

async function signedIn(server: RunningServer): Promise<{ client: SupabaseClient; id: string }> {
  const email = `${randomUUID()}@example.com`
  const admin = clientOf(server, server.serviceKey).auth.admin
  const created = await admin.createUser({ email, password, email_confirm: true, user_metadata: { name: 'Sally' } })
  if (created.error) throw created.error
  const client = clientOf(server)
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return { client, id: created.data.user.id }
}

describe.each(databases)('The table API on %s', (database) => {
  let server: RunningServer
  let visitor: SupabaseClient
  let seller: SupabaseClient
  let other: SupabaseClient
  let shopId: string
  let slug: string
  beforeAll(async () => {
    server = await sharedServer({ database })
    visitor = clientOf(server)
    const owner = await signedIn(server)
    seller = owner.client
    other = (await signedIn(server)).client
    const shop = {
      user_id: owner.id,
      name: 'Good bakes',
      slug: 'good-bakes',
      description: 'Bread and cake, baked at home.',
      category: 'Cakes',
    }
    const { data, error } = await seller.from('shops').insert(shop).select('id, slug').single()
    if (error) throw error
    shopId = data.id
    // Another shop of the server may have that name.
    slug = data.slug
    await seller.rpc('accept_seller_terms', { version: sellerTermsVersion }).throwOnError()
    const products = Array.from({ length: 30 }, (_, n) => ({
      shop_id: shopId,
      name: `Cake ${String(n).padStart(2, '0')}`,
      price: 5 + n,
      stock: 3,
      category: n % 2 === 0 ? 'Cakes' : 'Bread',
    }))
    const inserted = await seller
      .from('products')
      .insert([...products, { ...products[0], name: 'A secret draft', status: 'draft' }], { defaultToNull: false })
    if (inserted.error) throw inserted.error
  })

  test('shows a visitor the products page by page', async () => {
    const { data, count, status } = await visitor
      .from('products')
      .select('*, shops(name, slug)', { count: 'exact' })
      .eq('shop_id', shopId)
      .order('created_at', { ascending: false })
      .order('name')
      .range(0, 23)
    expect({ status, count, length: data?.length }).toEqual({ status: 206, count: 30, length: 24 })
    expect(data?.[0]).toMatchObject({
      name: 'Cake 00',
      price: 5,
      stock: 3,
      shops: { name: 'Good bakes', slug },
    })
  })

  test('finds a shop by its slug with its products', async () => {
    const { data } = await visitor
      .from('shops')
      .select('name, products(name, price, product_images(image))')
      .eq('slug', slug)
      .eq('products.category', 'Bread')
      .order('price', { referencedTable: 'products', ascending: false })
      .limit(2, { referencedTable: 'products' })
      .single()
    expect(data).toEqual({
      name: 'Good bakes',
      products: [
        { name: 'Cake 29', price: 34, product_images: [] },
        { name: 'Cake 27', price: 32, product_images: [] },
      ],
    })
  })

  test('shows drafts only to their seller', async () => {
    const find = (client: SupabaseClient) => client.from('products').select('name').eq('status', 'draft')
    expect((await find(seller)).data).toEqual([{ name: 'A secret draft' }])
    expect((await find(other)).data).toEqual([])
    expect((await find(visitor)).data).toEqual([])
  })

  test('refuses writes to another seller’s rows', async () => {
    const foreign = { shop_id: shopId, name: 'Planted', price: 1 }
    expect(await visitor.from('products').insert(foreign)).toMatchObject({ status: 401, error: { code: '42501' } })
    expect(await other.from('products').insert(foreign)).toMatchObject({ status: 403, error: { code: '42501' } })
    expect((await other.from('products').update({ price: 1 }).eq('shop_id', shopId).select('id')).data).toEqual([])
    expect((await other.from('products').delete().eq('shop_id', shopId).select('id')).data).toEqual([])
    expect(await seller.from('shops').update({ rating: 5 }).eq('id', shopId)).toMatchObject({
      status: 403,
      error: { code: '42501' },
    })
  })

  test('names the constraint that a row violates', async () => {
    const { error, status } = await seller.from('products').insert({ shop_id: shopId, name: 'Free cake', price: -1 })
    expect(status).toBe(400)
    expect(error).toMatchObject({ code: '23514', message: expect.stringContaining('products_price_range') })
  })

  test('saves and returns a seller’s changes', async () => {
    const changed = await seller
      .from('products')
      .update({ price: 4.99 })
      .eq('name', 'Cake 00')
      .eq('status', 'active')
      .select('price, shops(name)')
      .single()
    expect(changed.data).toEqual({ price: 4.99, shops: { name: 'Good bakes' } })
    const text = await (
      await fetch(`${server.url}/rest/v1/products?select=price&name=eq.Cake%2001&shop_id=eq.${shopId}`, {
        headers: { apikey: server.anonKey },
      })
    ).text()
    expect(text).toBe('[{"price":6.00}]')
  })

  test('hides schemas that are not exposed', async () => {
    expect(await visitor.schema('auth').from('users').select()).toMatchObject({
      status: 406,
      error: { code: 'PGRST106' },
    })
    expect(await visitor.from('refresh_tokens').select()).toMatchObject({ status: 404, error: { code: 'PGRST205' } })
  })

  test.each([
    ['products?select=*,nope(*)', 400, 'PGRST200'],
    ['products?select=nope', 400, '42703'],
    ['products?price=eq.cheap', 400, '22P02'],
    ['products?id=eq.1', 400, '22P02'],
    ['products?or=(name.eq.a', 400, 'PGRST100'],
    ['products?name=eq.a%00b', 400, '22021'],
    ['nothing', 404, 'PGRST205'],
    ['rpc/nothing', 404, 'PGRST202'],
  ])('responds to %s with %i %s', async (path, status, code) => {
    const response = await fetch(`${server.url}/rest/v1/${path}`, { headers: { apikey: server.anonKey } })
    const body: unknown = await response.json()
    expect({ status: response.status, body }).toMatchObject({ status, body: { code, message: expect.any(String) } })
  })

  test('responds to invalid bodies with 400 and writes nothing', async () => {
    const logged = server.logs().length
    const post = (body: string) =>
      fetch(`${server.url}/rest/v1/products`, {
        method: 'POST',
        headers: { apikey: server.serviceKey, 'Content-Type': 'application/json' },
        body,
      })
    for (const body of [
      '{"name"',
      'null x',
      '[1,2]',
      `${'['.repeat(10_000)}`,
      '{"__proto__": 1}',
      '{"name":"a\\u0000b"}',
    ]) {
      const response = await post(body)
      expect({ body: body.slice(0, 30), status: response.status }).toMatchObject({ status: 400 })
      expect(await response.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
    }
    const products = visitor.from('products').select('*', { count: 'exact', head: true }).eq('shop_id', shopId)
    expect((await products).count).toBe(30)
    expect(server.logs().slice(logged)).not.toContain('unexpectedly')
  })
})
