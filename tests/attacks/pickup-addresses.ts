/** Finds a seller's home address: orders for pickup, pays, reads, cancels, and reads again. */
import { setTimeout as wait } from 'node:timers/promises'
import { newBuyer, openShop, pay, placeOrder, serviceOf, tokenOf, unwrap } from '../payments/market-fixtures.ts'
import { type Attack, createAttempts, newNetwork, send, withoutSample } from './attack.ts'

const home = { address_line1: '3 Oven Lane', city: 'Leeds', postal_code: 'LS1 1AA', instructions: 'Ring twice.' }
const revealsAddress = (text: string) => /Oven Lane|1AA|Ring twice/.test(text)

/** The tables that an order's buyer reads, and paths to the shop's own pickup place. */
const paths = [
  ...[
    'orders',
    'order_items',
    'order_events',
    'order_pickup_places',
    'checkouts',
    'notifications',
    'chat_messages',
  ].map((table) => `/rest/v1/${table}?select=*`),
  '/rest/v1/orders?select=*,order_pickup_places(*)',
  '/rest/v1/order_pickup_places?select=*,orders(*)',
  '/rest/v1/orders?select=*,shops(*,shop_pickup_places(*))',
  '/rest/v1/shop_pickup_places?select=*',
  '/rest/v1/shops?select=*,shop_pickup_places!inner(*)',
  '/rest/v1/orders?select=id,order_pickup_places!inner(order_id)&order_pickup_places.address_line1=like.3*',
]

export const pickupAddresses: Attack = {
  name: 'a seller’s home address',
  tried: 'ordering for pickup, paying, reading and cancelling',
  environment: withoutSample,
  async run(server) {
    const attempts = createAttempts()
    const shop = await openShop(server, 'Crumbs')
    const { owner, id: shop_id, productId } = shop
    unwrap(
      await owner
        .from('shop_pickup_places')
        .insert({ shop_id, ...home })
        .select('city'),
    )
    unwrap(await owner.from('products').update({ available_for_pickup: true }).eq('id', productId).select('id'))
    const hours = { start_time: '09:00', end_time: '17:00' }
    const week = Array.from({ length: 7 }, (_, day_of_week) => ({ shop_id, day_of_week, ...hours }))
    unwrap(await owner.from('shop_pickup_schedules').insert(week).select('id'))

    const from = newNetwork()
    const spy = await newBuyer(server, from)
    const token = await tokenOf(spy.client)
    const slots = unwrap(
      await spy.client.rpc('hand_over_slots', { shop_id, product_ids: [productId], fulfilment: 'pickup' }),
    )
    const { date, start_time, end_time } = slots.findLast(({ reason }) => reason === null) ?? {}
    const placed = await placeOrder(spy, {
      allergens_acknowledged: true,
      shops: [
        {
          shop_id,
          fulfilment: 'pickup',
          pickup: { date, start_time, end_time },
          items: [{ product_id: productId, quantity: 1 }],
        },
      ],
    })

    const readAll = async (when: string) => {
      for (const path of paths)
        attempts.record(`${path} ${when}`, !revealsAddress((await send(server, path, { from, token })).text))
      const data = await send(server, '/functions/v1/export-account', {
        from,
        token,
        method: 'POST',
        body: new URLSearchParams({ token }),
      })
      if (data.status !== 200) throw new Error(`The data export responded with ${data.status}`)
      attempts.record(`the data export ${when}`, !revealsAddress(data.text))
    }
    await readAll('before it is paid')
    await pay(spy, placed.checkoutId)
    // The payment sends the receipt.
    let emails = await server.mailbox(spy.email)
    for (let tries = 0; emails.length === 0 && tries < 150; tries += 1) {
      await wait(200)
      emails = await server.mailbox(spy.email)
    }
    await readAll('once it is paid')
    const { id: order_id } = unwrap(
      await spy.client.from('orders').select('id').eq('checkout_id', placed.checkoutId).single(),
    )
    unwrap(await spy.client.rpc('cancel_order', { order_id }))
    await readAll('once it is cancelled')
    emails = await server.mailbox(spy.email)
    attempts.record('the emails', emails.length > 0 && !revealsAddress(JSON.stringify(emails)))

    const kept = await serviceOf(server).from('order_pickup_places').select('address_line1').eq('order_id', order_id)
    if (unwrap(kept)[0]?.address_line1 !== home.address_line1)
      throw new Error('The order stores no pickup address, so nothing was tested')
    return attempts.result()
  },
}
