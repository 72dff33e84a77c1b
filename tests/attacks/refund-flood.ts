/** Floods a buyer with emails and the payment provider with penny refunds. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { newBuyer, openShop, receive, serviceOf, unwrap } from '../payments/market-fixtures.ts'
import { type Attack, createAttempts, newNetwork, withoutSample } from './attack.ts'

export const refundFlood: Attack = {
  name: 'refund flood',
  tried: 'sixty refunds of £0.01, consecutive and simultaneous',
  environment: withoutSample,
  async run(server) {
    const attempts = createAttempts()
    const shop = await openShop(server, 'Crumbs')
    const buyer = await newBuyer(server, newNetwork())
    const { id } = await receive(buyer, shop)
    const send = () =>
      shop.owner.rpc('refund_order', { order_id: id, amount: 0.01, reason: 'A dent', idempotency_key: randomUUID() })
    /** On a busy machine the limit of database time refuses some, which says nothing about the limit of refunds. */
    const refund = async () => {
      let response = await send()
      for (; response.error?.code === 'PT429'; response = await send()) await setTimeout(500)
      return response
    }
    const responses = await Promise.all(Array.from({ length: 30 }, refund))
    for (let more = 0; more < 30; more += 1) responses.push(await refund())
    for (const response of responses.filter(({ error }) => error !== null))
      attempts.expectRefusal('a refund beyond ten', response, 'PT409 too_many')
    attempts.record('more than ten refunds', responses.filter(({ error }) => error === null).length === 10)

    const notifications = unwrap(await buyer.client.from('notifications').select('title').ilike('title', '%refund%'))
    const byTitle = new Set(notifications.map(({ title }) => title))
    attempts.record(
      `${notifications.length} notifications`,
      notifications.length > 0 && notifications.length === byTitle.size,
    )
    const emails = unwrap(
      await serviceOf(server).from('outbox').select('template').eq('user_id', buyer.id).like('template', 'refund-%'),
    )
    const templates = new Set(emails.map(({ template }) => template))
    attempts.record(`${emails.length} emails`, emails.length > 0 && emails.length === templates.size)
    return attempts.result()
  },
}
