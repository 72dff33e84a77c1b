/** Finds the pickup hours of drafts and hidden shops from refusals of overlapping windows. */
import { openShop, serviceOf, unwrap, visitorOf } from '../payments/market-fixtures.ts'
import { type Attack, createAttempts, newNetwork, withoutSample } from './attack.ts'

export const pickupHours: Attack = {
  name: 'pickup hours of a draft',
  tried: 'adding windows for many hours to another seller’s draft',
  environment: withoutSample,
  async run(server) {
    const attempts = createAttempts()
    const { owner, id: shop_id, productId: product_id } = await openShop(server, 'Crumbs')
    const { owner: rival } = await openShop(server, 'Rival')
    unwrap(await owner.from('products').update({ status: 'draft' }).eq('id', product_id).select('id'))
    unwrap(await serviceOf(server).from('shops').update({ status: 'suspended' }).eq('id', shop_id).select('id'))
    const hours = { day_of_week: 2, start_time: '09:00', end_time: '12:00' }
    const add = {
      product: (client: typeof owner, window: typeof hours) =>
        client.from('product_pickup_schedules').insert({ product_id, ...window }),
      shop: (client: typeof owner, window: typeof hours) =>
        client.from('shop_pickup_schedules').insert({ shop_id, ...window }),
    }
    for (const [kind, insert] of Object.entries(add)) {
      const { error } = await insert(owner, hours)
      if (error) throw error
      const { error: overlap } = await insert(owner, hours)
      if (overlap?.code !== '23P01') throw new Error('The owner’s overlapping window was not refused')
      for (const [who, client] of [
        ['a rival', rival],
        ['a visitor', visitorOf(server, newNetwork())],
      ] as const)
        for (let start = 7; start < 15; start += 1)
          for (const day_of_week of [1, 2]) {
            const window = { day_of_week, start_time: `${start}:00`, end_time: `${start + 1}:00` }
            const what = `${who} at ${start} on day ${day_of_week} of the ${kind}`
            const response = await insert(client, window)
            attempts.expectRefusal(what, response, '42501')
            attempts.record(
              `${what}: ${response.error?.message}`,
              !/overlap|window on/.test(response.error?.message ?? ''),
            )
          }
    }
    return attempts.result()
  },
}
