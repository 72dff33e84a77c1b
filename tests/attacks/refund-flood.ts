/** Floods a buyer with emails, and the payment provider with refunds, of a penny each. */
import { randomUUID } from 'node:crypto'
import { newBuyer, openShop, receive, serviceOf, unwrap } from '../payments/market-fixtures.ts'
import { type Attack, createAttempts, newNetwork, withoutSample } from './attack.ts'

export const refundFlood: Attack = {
  name: 'refunds by the penny',
  tried: 'sixty refunds of £0.01, one by one and at once',
  environment: withoutSample,
  async run(server) {
    const attempts = createAttempts()
    const shop = await openShop(server, 'Crumbs')
    const buyer = await newBuyer(server, newNetwork())
    const { id } = await receive(buyer, shop)
    const refund = () =>
      shop.owner.rpc('refund_order', { order_id: id, amount: 0.01, reason: 'A dent', idempotency_key: randomUUID() })
    const answers = await Promise.all(Array.from({ length: 30 }, refund))
    for (let more = 0; more < 30; more += 1) answers.push(await refund())
    for (const answer of answers.filter(({ error }) => error !== null))
      attempts.refused('a refund beyond ten', answer, 'PT409 too_many')
    attempts.note('more than ten refunds', answers.filter(({ error }) => error === null).length === 10)

    const notices = unwrap(await buyer.client.from('notifications').select('title').ilike('title', '%refund%'))
    const byTitle = new Set(notices.map(({ title }) => title))
    attempts.note(`${notices.length} notifications`, notices.length > 0 && notices.length === byTitle.size)
    const emails = unwrap(
      await serviceOf(server).from('outbox').select('template').eq('user_id', buyer.id).like('template', 'refund-%'),
    )
    const templates = new Set(emails.map(({ template }) => template))
    attempts.note(`${emails.length} emails`, emails.length > 0 && emails.length === templates.size)
    return attempts.result()
  },
}
