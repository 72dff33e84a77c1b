/** Uses up what all share: the hourly emails about accounts, the contact form of a shop, the uses of a code. */
import { randomUUID } from 'node:crypto'
import { newBuyer, openShop, serviceOf, unwrap, visitorOf } from '../payments/market-fixtures.ts'
import { type Attack, createAttempts, newNetwork, post, withoutSample } from './attack.ts'

export const sharedQuotas: Attack = {
  name: 'shared quotas',
  tried: 'sign-ups with invented addresses, messages to a shop, and unpaid uses of a code, from one network',
  environment: withoutSample,
  async run(server) {
    const attempts = createAttempts()
    const [from, elsewhere] = [newNetwork(), newNetwork()]
    const shop = await openShop(server, 'Crumbs')
    const invented = () => ({ email: `${randomUUID()}@example.com`, password: 'proving-dough-at-dawn' })
    const signUp = async (network: string) => (await post(server, '/auth/v1/signup', invented(), network)).status
    const many = []
    for (let n = 0; n < 29; n += 1) many.push(await signUp(from))
    attempts.record(
      'one network used more than a fifth of the emails',
      many.filter((status) => status === 200).length <= 20,
    )
    attempts.record('nobody else can sign up', (await signUp(elsewhere)) === 200)
    const customer = await newBuyer(server, elsewhere)
    const recovery = await post(server, '/auth/v1/recover', { email: customer.email }, elsewhere)
    attempts.record('nobody else can reset a password', recovery.status === 200)

    const write = (network: string) =>
      visitorOf(server, network).from('contact_messages').insert({
        shop_id: shop.id,
        sender_name: 'A visitor',
        sender_email: 'visitor@example.com',
        subject: 'Delivery',
        message: 'Do you deliver to the moon?',
      })
    const written = []
    for (let n = 0; n < 30; n += 1) written.push(await write(from))
    attempts.record('one network wrote more than five messages', written.filter(({ error }) => !error).length <= 5)
    attempts.record('nobody else can write to the shop', (await write(elsewhere)).error === null)

    const code = { shop_id: shop.id, code: 'TWENTY', kind: 'percent', percent: 10, max_uses: 20 } as const
    const { id: discount_code_id } = unwrap(
      await serviceOf(server).from('discount_codes').insert(code).select('id').single(),
    )
    const use = async (network: string) => {
      const { addressId: address_id, client } = await newBuyer(server, network)
      const items = [{ product_id: shop.productId, quantity: 1 }]
      const order = {
        address_id,
        allergens_acknowledged: true,
        shops: [{ shop_id: shop.id, fulfilment: 'delivery', items, discount_code_id }],
      }
      return client.rpc('place_order', { order, idempotency_key: randomUUID() })
    }
    // The first network has used up its sign-ins too.
    const puppets = newNetwork()
    const used = []
    for (let n = 0; n < 8; n += 1) used.push(await use(puppets))
    attempts.record('one network used more than a quarter of a code', used.filter(({ error }) => !error).length <= 5)
    attempts.record('nobody else can use the code', (await use(elsewhere)).error === null)
    return attempts.result()
  },
}
