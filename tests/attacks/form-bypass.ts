/** Bypasses the forms: their rules must also hold in the table API, the functions and storage. */
import sharp from 'sharp'
import { sellerTermsVersion } from '#domain/selling/seller-terms'
import { uploadLimitBytes } from '#domain/values/image-upload'
import { newMember, openShop, serviceOf, tokenOf, unwrap, visitorOf } from '../payments/market-fixtures.ts'
import { type Attack, createAttempts, newNetwork, send, withoutSample } from './attack.ts'

export const formBypass: Attack = {
  name: 'bypassing the forms',
  tried: 'a shop without terms, foreign slugs, postcodes and countries, fractions of a penny, exactly 5 MB',
  environment: withoutSample,
  async run(server) {
    const attempts = createAttempts()
    const from = newNetwork()
    const { owner, id: shop_id, productId } = await openShop(server, 'Crumbs')

    // A shop is listed once its owner has accepted the current terms.
    const rogue = await newMember(server, 'Rogue', from)
    const shop = {
      name: 'No terms',
      slug: 'tuckbox-official',
      description: 'Made somewhere, somehow.',
      category: 'Cakes',
    }
    attempts.expectRefusal(
      'a shop that is active',
      await rogue.client.from('shops').insert({ ...shop, status: 'active' }),
      '42501',
    )
    const { id } = unwrap(await rogue.client.from('shops').insert(shop).select('id').single())
    attempts.expectRefusal(
      'making it active',
      await rogue.client.from('shops').update({ status: 'active' }).eq('id', id),
      '42501',
    )
    attempts.expectRefusal(
      'writing the accepted terms',
      await rogue.client.from('shop_records').update({ terms_version: sellerTermsVersion }).eq('shop_id', id),
      '42501',
    )
    attempts.expectRefusal(
      'accepting old terms',
      await rogue.client.rpc('accept_seller_terms', { version: '2020-01-01' }),
      'PT409 terms',
    )
    const hygiene = { hygiene_verified_at: new Date().toISOString() }
    attempts.expectRefusal(
      'verifying its own rating',
      await rogue.client.from('shops').update(hygiene).eq('id', id),
      '42501',
    )
    await rogue.client.from('products').insert({ shop_id: id, name: 'Hidden cake', price: 5, stock: 5 })
    const visitor = visitorOf(server, from)
    attempts.record(
      'a shop without terms is seen',
      unwrap(await visitor.from('shops').select('id').eq('id', id)).length === 0,
    )
    attempts.record(
      'its product is seen',
      unwrap(await visitor.from('products').select('id').eq('shop_id', id)).length === 0,
    )

    const slugOf = async () => unwrap(await serviceOf(server).from('shops').select('slug').eq('id', id).single()).slug
    for (const slug of ['crumbs', 'tuckbox', 'admin', 'anybody-else', '../admin', 'UPPER', 'a b']) {
      await rogue.client.from('shops').update({ slug }).eq('id', id)
      attempts.record(`the slug ${slug} became ${await slugOf()}`, /^no-terms(-\d+)?$/.test(await slugOf()))
    }

    const home = { full_name: 'A', address_line1: 'B', city: 'C', postal_code: 'SE1 9SG' }
    for (const postal_code of ['75001', 'SE1', '', 'SE1 9SGX']) {
      const address = await rogue.client.from('user_addresses').insert({ ...home, postal_code })
      attempts.expectRefusal(`an address at “${postal_code}”`, address, '23514')
      const place = { shop_id, address_line1: 'A', city: 'B', postal_code }
      attempts.expectRefusal(
        `a pickup place at “${postal_code}”`,
        await owner.from('shop_pickup_places').insert(place),
        '23514',
      )
    }
    for (const country of ['France', '']) {
      const address = await rogue.client.from('user_addresses').insert({ ...home, country })
      attempts.expectRefusal(`an address in “${country}”`, address, '23514')
    }

    const pence = { shop_id, name: 'Cake' }
    for (const price of [12.345, 0.001, 9.999]) {
      attempts.expectRefusal(`a price of ${price}`, await owner.from('products').insert({ ...pence, price }), '23514')
      attempts.expectRefusal(
        `a price changed to ${price}`,
        await owner.from('products').update({ price }).eq('id', productId),
        '23514',
      )
      const product = { id: productId, price }
      attempts.expectRefusal(`a price saved as ${price}`, await owner.rpc('save_product', { product }), '23514')
      const variation = { product_id: productId, name: `Size ${price}`, price_delta: price }
      attempts.expectRefusal(
        `a variation of ${price}`,
        await owner.from('product_variations').insert(variation),
        '23514',
      )
    }

    // Bytes after a picture's end are valid, so these files differ only in size.
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const token = await tokenOf(owner)
    const { user } = (await owner.auth.getUser()).data
    const upload = async (bytes: number) => {
      const body = new Uint8Array(bytes)
      body.set(png)
      const path = `/storage/v1/object/product_images/${user?.id}/${bytes}.png`
      const headers = { 'content-type': 'image/png' }
      return (await send(server, path, { from, token, method: 'POST', body, headers })).text
    }
    for (const bytes of [uploadLimitBytes, uploadLimitBytes + 1])
      attempts.record(`an upload of ${bytes} bytes`, (await upload(bytes)).includes('"statusCode":"413"'))
    const largest = await upload(uploadLimitBytes - 1)
    if (!largest.includes('"Key"')) throw new Error(`An upload under 5 MB was refused: ${largest}`)
    return attempts.result()
  },
}
