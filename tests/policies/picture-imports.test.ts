/** Pictures given by URL through the table API: queued, copied to storage or removed, and visible to nobody else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { prefill } from './prefill.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text } from './test-context.ts'

describe.each(databases)('picture imports on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let shop: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    shop = await context.shop(seller)
  })
  afterAll(() => context.close())

  const claim = () => context.service.rows('select * from public.claim_picture_imports(10)')
  const address = 'https://pictures.test/cake.png'
  const path = 'product_images/0f0f/cake.png'
  const newProduct = async (image = address) =>
    text(await seller.insert('products', { shop_id: shop, name: 'Cake', image }), 'id')
  const imageOf = async (product: string) =>
    (await seller.rows('select image from products where id = $1', product))[0]?.image

  it('a picture URL is returned as given until its import, and lies in storage afterwards', async () => {
    const product = await newProduct()
    expect(await imageOf(product)).toBe(address)
    const [due, ...others] = await claim()
    expect(others).toEqual([])
    expect(due).toMatchObject({ owner_id: seller.id, bucket: 'product_images', address, attempts: 1 })
    expect(await claim()).toEqual([])
    await context.service.rows('select public.finish_picture_import($1, $2)', text(due, 'id'), path)
    expect(await imageOf(product)).toBe(path)
    expect(await context.service.count('select from picture_imports')).toBe(0)
  })

  it('a URL without a picture is removed, and its owner is notified', async () => {
    const product = await newProduct()
    const gallery = { product_id: product, image: address, position: 1 }
    await seller.insert('product_images', gallery)
    for (let [due] = await claim(); due; [due] = await claim()) {
      const fail = (isFinal: boolean) =>
        context.service.rows(
          'select public.fail_picture_import($1, $2, $3)',
          text(due, 'id'),
          'No picture there.',
          isFinal,
        )
      await fail(false)
      expect(await imageOf(product)).not.toBe(path)
      await fail(true)
    }
    expect(await imageOf(product)).toBeNull()
    expect(await seller.count('select from product_images where product_id = $1', product)).toBe(0)
    expect(await seller.rows('select distinct title, message from notifications')).toEqual([
      { title: 'A picture could not be imported', message: `No picture there. (${address})` },
    ])
  })

  it('a URL whose import never has an outcome is tried five times, and then removed', async () => {
    const product = await newProduct()
    const due = () => context.database.script(`update picture_imports set next_attempt_at = now()`)
    for (let attempts = 1; attempts <= 5; attempts += 1) {
      expect(await claim()).toMatchObject([{ attempts }])
      await due()
    }
    expect(await claim()).toEqual([])
    expect(await imageOf(product)).toBeNull()
    expect(await context.service.count('select from picture_imports')).toBe(0)
  })

  it('an import leaves a picture that changed meanwhile', async () => {
    const product = await newProduct()
    const [due] = await claim()
    await seller.update('products', product, { image: 'product_images/mine/other.png' })
    await context.service.rows('select public.finish_picture_import($1, $2)', text(due, 'id'), path)
    expect(await imageOf(product)).toBe('product_images/mine/other.png')
  })

  it('a URL that replaces one during its import is imported next, and the older picture is named by nothing', async () => {
    const product = await newProduct()
    const [older] = await claim()
    const newer = 'https://pictures.test/newer.png'
    await seller.update('products', product, { image: newer })
    const finish = (id: string, stored: string) =>
      context.service.rows(`select public.finish_picture_import($1, $2) as "isNamed"`, id, stored)
    expect(await finish(text(older, 'id'), path)).toEqual([{ isNamed: false }])
    expect(await imageOf(product)).toBe(newer)
    const [due] = await claim()
    expect(due).toMatchObject({ address: newer, attempts: 1 })
    expect(await finish(text(due, 'id'), 'product_images/0f0f/newer.png')).toEqual([{ isNamed: true }])
    expect(await imageOf(product)).toBe('product_images/0f0f/newer.png')
  })

  it('an import says whether its owner may keep another file, up to 20,000', async () => {
    await prefill(
      context,
      `insert into storage.objects (bucket_id, name) select 'chat_pictures', '${seller.id}/' || n from generate_series(1, 19999) n`,
    )
    await newProduct()
    expect(await claim()).toMatchObject([{ has_room: true }])
    await context.database.script(`
      insert into storage.objects (bucket_id, name) values ('product_images', '${seller.id}/last.png');
      update picture_imports set next_attempt_at = now()`)
    expect(await claim()).toMatchObject([{ has_room: false }])
    await context.database.script('delete from picture_imports')
  })

  it('a claim takes one picture of each owner, and none of owners who are busy', async () => {
    const other = await context.member('Other')
    const others = await context.shop(other)
    for (const n of [1, 2, 3]) await newProduct(`https://pictures.test/${n}.png`)
    await other.insert('products', { shop_id: others, name: 'Tart', image: 'https://pictures.test/tart.png' })
    const claimed = async (...busy: Actor[]) =>
      (
        await context.service.rows(
          'select address from public.claim_picture_imports(10, $1::uuid[])',
          `{${busy.map(({ id }) => id)}}`,
        )
      ).map((due) => due.address)
    expect(await claimed(other)).toEqual(['https://pictures.test/1.png'])
    expect(await claimed(seller, other)).toEqual([])
    expect((await claimed()).sort()).toEqual(['https://pictures.test/2.png', 'https://pictures.test/tart.png'])
    await context.database.script('delete from picture_imports')
  })

  it('a shop’s picture URLs are imported as well', async () => {
    await seller.update('shops', shop, { logo: 'https://pictures.test/logo.png' })
    const [due] = await claim()
    expect(due).toMatchObject({ bucket: 'shop_images' })
    await context.service.rows('select public.finish_picture_import($1, $2)', text(due, 'id'), 'shop_images/a/logo.png')
    expect(await context.visitor.rows('select logo from shops where id = $1', shop)).toEqual([
      { logo: 'shop_images/a/logo.png' },
    ])
  })

  it('only the server can see or finish imports', async () => {
    for (const actor of [seller, context.visitor]) {
      expect(await refusal(actor.rows('select * from picture_imports'))).toMatchObject({ code: forbidden })
      expect(await refusal(actor.rows('select * from public.claim_picture_imports()'))).toMatchObject({
        code: forbidden,
      })
    }
  })

  it('a member’s imports through the form are limited to sixty an hour', async () => {
    const count = () => seller.rows('select public.count_picture_fetch()')
    for (let n = 0; n < 60; n += 1) await count()
    expect(await refusal(count())).toMatchObject({ code: 'PT429' })
    await (await context.member()).rows('select public.count_picture_fetch()')
  })

  it('a seller’s imports through the table API are limited to 600 an hour, and others’ go on', async () => {
    const withPictures = async (name: string, ...pictures: string[]) => {
      const owner = await context.member(name)
      const shop_id = await context.shop(owner)
      for (const picture of pictures)
        await owner.insert('products', { shop_id, name: 'Tart', image: `https://pictures.test/${picture}.png` })
      return owner
    }
    const busy = await withPictures('Busy seller', 'last', 'late')
    await withPictures('Other seller', 'tart')
    await context.database.script(`
      insert into private.picture_fetches (user_id, is_import) select '${busy.id}', true from generate_series(1, 599)`)
    const [first, ...more] = await context.service.rows('select * from public.claim_picture_imports(1)')
    expect([first?.address, more]).toEqual(['https://pictures.test/last.png', []])
    expect((await claim()).map((due) => due.address)).toEqual(['https://pictures.test/tart.png'])
    await context.database.script(`update private.picture_fetches set fetched_at = now() - interval '61 minutes'`)
    expect((await claim()).map((due) => due.address)).toEqual(['https://pictures.test/late.png'])
  })
})
