/** What one seller can do to another, tried over HTTP with supabase-js as any stranger's script would: nothing. */

import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Database } from '#domain/database.generated'
import { sellerTermsVersion } from '#domain/seller-terms'
import { databases, startServer, type TestServer } from '../harness.ts'

// supabase-js wants to be able to open a socket; Node 20 has none of its own.
vi.stubGlobal('WebSocket', WebSocket)

type Client = SupabaseClient<Database>

interface Seller {
  id: string
  client: Client
  shop: { id: string; slug: string; updated_at: string }
}

const alone = { auth: { persistSession: false, autoRefreshToken: false } }
const password = 'proving-dough-at-dawn'
const forbidden = '42501'

async function newSeller(server: TestServer, name: string): Promise<Seller> {
  const email = `${name}@example.com`
  const service = createClient<Database>(server.url, server.serviceKey, alone)
  const made = await service.auth.admin.createUser({ email, password, email_confirm: true, user_metadata: { name } })
  const client = createClient<Database>(server.url, server.anonKey, alone)
  await client.auth.signInWithPassword({ email, password })
  const id = made.data.user?.id ?? ''
  const { data: shop, error } = await client
    .from('shops')
    .insert({ user_id: id, name, slug: name, description: 'Good things, made at home.', category: 'Cakes' })
    .select('id')
    .single()
  if (error) throw error
  await client.rpc('accept_seller_terms', { version: sellerTermsVersion }).throwOnError()
  const opened = client.from('shops').select('id, slug, updated_at').eq('id', shop.id)
  return { id, client, shop: (await opened.single().throwOnError()).data }
}

async function newProduct({ client, shop }: Seller): Promise<string> {
  const product = { shop_id: shop.id, name: 'Cake', price: 12, stock: 3 }
  const { data, error } = await client.from('products').insert(product).select('id').single()
  if (error) throw error
  return data.id
}

describe.each(databases)('sellers over HTTP on %s', (database) => {
  let server: TestServer
  let ann: Seller
  let ben: Seller
  let picture: Buffer<ArrayBuffer>
  const png = { contentType: 'image/png' }
  beforeAll(async () => {
    server = await startServer({ database })
    ann = await newSeller(server, 'ann')
    ben = await newSeller(server, 'ben')
    const made = sharp({ create: { width: 64, height: 64, channels: 3, background: '#a34' } })
    picture = Buffer.from(await made.png().toBuffer())
  })
  afterAll(() => server.stop())

  it('tell a seller why a picture is not fetched from the server’s own network', async () => {
    const addresses = [`${server.url}/favicon.ico`, 'http://localhost/', 'http://169.254.169.254/latest/meta-data/']
    for (const address of addresses) {
      const { error } = await ann.client.functions.invoke('import-picture', { body: { address } })
      expect([error?.context?.status, await error?.context?.json()]).toEqual([
        422,
        { message: 'Pictures are fetched from public web addresses only.', hint: 'picture' },
      ])
    }
    const visitor = createClient<Database>(server.url, server.anonKey, alone)
    const { error } = await visitor.functions.invoke('import-picture', { body: { address: 'https://x.test/' } })
    expect(error?.context?.status).toBe(401)
  })

  it('have a picture that lies in storage already taken over from its public address', async () => {
    const product = await newProduct(ann)
    const path = `${ann.id}/by-address.png`
    await ann.client.storage.from('product_images').upload(path, picture, png)
    const { publicUrl } = ann.client.storage.from('product_images').getPublicUrl(path).data
    const given = await ann.client
      .from('products')
      .update({ image: publicUrl })
      .eq('id', product)
      .select('image')
      .single()
    expect(given.data).toEqual({ image: publicUrl })
    const image = async () => (await ann.client.from('products').select('image').eq('id', product).single()).data?.image
    await expect.poll(image, { timeout: 20_000 }).toBe(`product_images/${path}`)
  })

  it('open one shop each, whatever they send', async () => {
    const second = {
      user_id: ann.id,
      name: 'Second',
      slug: 'second',
      description: 'One more of them.',
      category: 'Cakes',
    }
    const { error } = await ann.client.from('shops').insert(second)
    expect(error).toMatchObject({ code: '23505', message: expect.stringContaining('shops_one_per_user') })
    expect((await ann.client.from('shops').insert({ ...second, user_id: ben.id })).error?.code).toBe(forbidden)
    expect((await ann.client.from('shops').upsert({ ...second, id: ben.shop.id })).error?.code).toBe(forbidden)
  })

  it('cannot change another’s shop: no row of it is theirs to change', async () => {
    const change = { description: 'Closed for good, go to ann instead.', logo: null, banner_image: null }
    expect((await ben.client.from('shops').update(change).eq('id', ann.shop.id).select()).data).toEqual([])
    expect((await ben.client.from('shops').delete().eq('id', ann.shop.id)).error?.code).toBe(forbidden)
    const { data } = await ann.client.from('shops').select('description').eq('id', ann.shop.id).single()
    expect(data).toEqual({ description: 'Good things, made at home.' })
  })

  it('cannot touch another’s pickup windows, holidays or pickup address', async () => {
    const window = { day_of_week: 6, start_time: '09:00', end_time: '12:00' }
    const closure = { from_date: '2030-01-01', to_date: '2030-01-02' }
    const place = { address_line1: '1 Mill Lane', city: 'Ely', postal_code: 'CB7 4AA' }
    const ofAnn = { shop_id: ann.shop.id }
    const ofCake = { product_id: await newProduct(ann) }
    const mine = [
      await ann.client.from('product_pickup_schedules').insert({ ...ofCake, ...window }),
      await ann.client.from('shop_pickup_schedules').insert({ ...ofAnn, ...window }),
      await ann.client.from('shop_closures').insert({ ...ofAnn, ...closure }),
      await ann.client.from('shop_pickup_places').insert({ ...ofAnn, ...place }),
    ]
    expect(mine.map(({ error }) => error)).toEqual([null, null, null, null])

    const others = [
      await ben.client.from('product_pickup_schedules').insert({ ...ofCake, ...window, day_of_week: 1 }),
      await ben.client.from('shop_pickup_schedules').insert({ ...ofAnn, ...window, day_of_week: 1 }),
      await ben.client.from('shop_closures').insert({ ...ofAnn, ...closure }),
      await ben.client.from('shop_pickup_places').upsert({ ...ofAnn, ...place }),
    ]
    expect(others.map(({ error }) => error?.code)).toEqual([forbidden, forbidden, forbidden, forbidden])
    for (const table of ['shop_pickup_schedules', 'shop_closures', 'shop_pickup_places'] as const) {
      expect((await ben.client.from(table).delete().eq('shop_id', ann.shop.id).select()).data, table).toEqual([])
      expect((await ann.client.from(table).select().eq('shop_id', ann.shop.id)).data, table).toHaveLength(1)
    }
    const { data } = await ben.client.from('product_pickup_schedules').delete().match(ofCake).select()
    expect(data, 'product_pickup_schedules').toEqual([])
    expect((await ben.client.from('shop_pickup_places').select()).data).toEqual([])
  })

  it('hear of an overlap in a sentence, and of several windows add all or none', async () => {
    const { error } = await ann.client.from('shop_pickup_schedules').insert([
      { shop_id: ann.shop.id, day_of_week: 5, start_time: '09:00', end_time: '12:00' },
      { shop_id: ann.shop.id, day_of_week: 6, start_time: '11:00', end_time: '13:00' },
    ])
    expect(error).toMatchObject({
      code: '23P01',
      message: 'This overlaps another pickup window on Saturday (09:00 to 12:00).',
    })
    const { data } = await ann.client.from('shop_pickup_schedules').select('day_of_week').eq('shop_id', ann.shop.id)
    expect(data).toEqual([{ day_of_week: 6 }])
  })

  it('save over the version they have read, and over no other', async () => {
    const save = (description: string) =>
      ann.client
        .from('shops')
        .update({ description })
        .eq('id', ann.shop.id)
        .eq('updated_at', ann.shop.updated_at)
        .select('description')
    expect((await save('Saved in the first tab.')).data).toEqual([{ description: 'Saved in the first tab.' }])
    expect((await save('Saved in the second tab.')).data).toEqual([])
  })

  it('keep their logos to themselves: others neither overwrite nor remove them', async () => {
    const path = `${ann.id}/logo.png`
    const mine = ann.client.storage.from('shop_images')
    const theirs = ben.client.storage.from('shop_images')
    expect((await mine.upload(path, picture, png)).error).toBeNull()
    expect((await mine.upload(path, picture, { ...png, upsert: true })).error).toBeNull()
    expect((await theirs.upload(path, picture, { ...png, upsert: true })).error).toMatchObject({ statusCode: '403' })
    expect((await theirs.update(path, picture, png)).error).not.toBeNull()
    expect((await theirs.createSignedUploadUrl(path, { upsert: true })).error).not.toBeNull()
    expect((await theirs.remove([path])).data).toEqual([])
    expect((await theirs.move(path, `${ben.id}/logo.png`)).error).not.toBeNull()
    const { publicUrl } = mine.getPublicUrl(path).data
    expect((await fetch(publicUrl)).status).toBe(200)
    await mine.remove([path])
    expect((await fetch(publicUrl)).ok).toBe(false)
  })

  it.each([
    [
      'an SVG with a script',
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    ],
    [
      'an SVG that says it is a PNG',
      'image/png',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    ],
    ['a page that says it is a JPEG', 'image/jpeg', '<!doctype html><script>alert(1)</script>'],
    ['nothing at all', 'image/png', ''],
  ])('cannot store %s, neither directly nor through a signed address', async (_what, contentType, text) => {
    const pictures = ann.client.storage.from('shop_images')
    const path = `${ann.id}/${crypto.randomUUID()}.png`
    const file = new Blob([text], { type: contentType })
    // What the form makes the spec's sentence of.
    const notAnImage = { statusCode: '415' }
    expect((await pictures.upload(path, file, { contentType })).error).toMatchObject(notAnImage)
    const { data } = await pictures.createSignedUploadUrl(path)
    const signed = await pictures.uploadToSignedUrl(path, data?.token ?? '', file, { contentType })
    expect(signed.error).toMatchObject(notAnImage)
    expect((await fetch(pictures.getPublicUrl(path).data.publicUrl)).ok).toBe(false)
  })

  it('cannot store 5.1 MB, which nothing in the browser would have stopped', async () => {
    const pictures = ann.client.storage.from('shop_images')
    const large = Buffer.concat([picture, Buffer.alloc(5.1 * 1024 * 1024)])
    const path = `${ann.id}/large.png`
    expect((await pictures.upload(path, large, png)).error).toMatchObject({ statusCode: '413' })
    expect((await fetch(pictures.getPublicUrl(path).data.publicUrl)).ok).toBe(false)
  })

  it('cannot point their logo at a script or at a page inside our storage that is none', async () => {
    for (const logo of [
      'javascript:alert(1)',
      'data:image/svg+xml,<svg/>',
      'chat_pictures/a/b.png',
      'shop_images/../x',
    ])
      expect((await ann.client.from('shops').update({ logo }).eq('id', ann.shop.id)).error?.code, logo).toBe('23514')
  })
})
