/** Attempts of one seller against another, over HTTP with supabase-js. All are refused. */
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { sellerTermsVersion } from '#domain/selling/seller-terms'
import { databases, type RunningServer } from '../harness.ts'
import { type Client, newMember, visitorOf } from '../payments/market-fixtures.ts'
import { sharedServer } from '../shared-server.ts'

interface Seller {
  id: string
  client: Client
  shop: { id: string; slug: string; updated_at: string }
}

const forbidden = '42501'

async function newSeller(server: RunningServer, name: string): Promise<Seller> {
  const { id, client } = await newMember(server, name)
  const { data: shop, error } = await client
    .from('shops')
    .insert({ user_id: id, name, slug: `${name}-${id}`, description: 'Good things, made at home.', category: 'Cakes' })
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

describe.each(databases)('A seller over HTTP on %s', (database) => {
  let server: RunningServer
  let ann: Seller
  let ben: Seller
  let picture: Buffer<ArrayBuffer>
  const png = { contentType: 'image/png' }
  beforeAll(async () => {
    server = await sharedServer({ database })
    ann = await newSeller(server, 'ann')
    ben = await newSeller(server, 'ben')
    const image = sharp({ create: { width: 64, height: 64, channels: 3, background: '#a34' } })
    picture = Buffer.from(await image.png().toBuffer())
  })

  it('gets an explanation why a picture on the server’s own network is not imported', async () => {
    const addresses = [`${server.url}/favicon.ico`, 'http://localhost/', 'http://169.254.169.254/latest/meta-data/']
    for (const address of addresses) {
      const { error } = await ann.client.functions.invoke('import-picture', { body: { address } })
      expect([error?.context?.status, await error?.context?.json()]).toEqual([
        422,
        { message: 'Pictures are fetched from public web addresses only.', hint: 'picture' },
      ])
    }
    const { error } = await visitorOf(server).functions.invoke('import-picture', {
      body: { address: 'https://x.test/' },
    })
    expect(error?.context?.status).toBe(401)
  })

  it('has the public URL of a stored picture replaced by its storage path', async () => {
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

  it('can open only one shop', async () => {
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

  it('cannot change another seller’s shop', async () => {
    const change = { description: 'Closed for good, go to ann instead.', logo: null, banner_image: null }
    expect((await ben.client.from('shops').update(change).eq('id', ann.shop.id).select()).data).toEqual([])
    expect((await ben.client.from('shops').delete().eq('id', ann.shop.id)).error?.code).toBe(forbidden)
    const { data } = await ann.client.from('shops').select('description').eq('id', ann.shop.id).single()
    expect(data).toEqual({ description: 'Good things, made at home.' })
  })

  it('cannot change another seller’s pickup windows, closures or pickup address', async () => {
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

  it('gets an error message about overlapping pickup windows, and none of them is saved', async () => {
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

  it('saves a shop only if it has not changed since it was read', async () => {
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

  it('cannot overwrite or remove another seller’s logo', async () => {
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
      'an SVG declared as a PNG',
      'image/png',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    ],
    ['a page declared as a JPEG', 'image/jpeg', '<!doctype html><script>alert(1)</script>'],
    ['an empty file', 'image/png', ''],
  ])('cannot upload %s, neither directly nor with a signed URL', async (_name, contentType, text) => {
    const pictures = ann.client.storage.from('shop_images')
    const path = `${ann.id}/${crypto.randomUUID()}.png`
    const file = new Blob([text], { type: contentType })
    // The form turns this status into its message.
    const notAnImage = { statusCode: '415' }
    expect((await pictures.upload(path, file, { contentType })).error).toMatchObject(notAnImage)
    const { data } = await pictures.createSignedUploadUrl(path)
    const signed = await pictures.uploadToSignedUrl(path, data?.token ?? '', file, { contentType })
    expect(signed.error).toMatchObject(notAnImage)
    expect((await fetch(pictures.getPublicUrl(path).data.publicUrl)).ok).toBe(false)
  })

  it('cannot upload 5.1 MB, even past the browser’s own check', async () => {
    const pictures = ann.client.storage.from('shop_images')
    const large = Buffer.concat([picture, Buffer.alloc(5.1 * 1024 * 1024)])
    const path = `${ann.id}/large.png`
    expect((await pictures.upload(path, large, png)).error).toMatchObject({ statusCode: '413' })
    expect((await fetch(pictures.getPublicUrl(path).data.publicUrl)).ok).toBe(false)
  })

  it('cannot use a script or an invalid storage path as a logo', async () => {
    for (const logo of [
      'javascript:alert(1)',
      'data:image/svg+xml,<svg/>',
      'chat_pictures/a/b.png',
      'shop_images/../x',
    ])
      expect((await ann.client.from('shops').update({ logo }).eq('id', ann.shop.id)).error?.code, logo).toBe('23514')
  })
})
