/** Imitates the marketplace with the name of a shop, member, buyer or visitor. */
import { newBuyer, newMember, openShop, place, unwrap } from '../payments/market-fixtures.ts'
import { type Attack, createAttempts, newNetwork, post, withoutSample } from './attack.ts'

const names = [
  'Tuckbox',
  'Tuckbox Support',
  'T u c k b o x',
  'TUCKBOX™ Official',
  'Tuckb0x',
  'Tuсkbох',
  'Ｔｕｃｋｂｏｘ',
  '𝐓𝐮𝐜𝐤𝐛𝐨𝐱',
  'Túckböx',
  'Tuck\u200bbox',
  'Admin',
  'Аdmin',
  'Support Team',
  'Customer Service',
  'He1p desk',
]

export const nameImitation: Attack = {
  name: 'imitating the marketplace',
  tried: 'fifteen spellings as names of shops, members, buyers and visitors',
  environment: withoutSample,
  async run(server) {
    const attempts = createAttempts()
    const shop = await openShop(server, 'Crumbs')
    const person = await newMember(server, 'Mallory', newNetwork())
    const impostor = await newBuyer(server, newNetwork())
    const card = { slug: 'anything', description: 'Good things, made at home.', category: 'Cakes' }
    for (const name of names) {
      attempts.expectRefusal(
        `a shop ${name}`,
        await person.client.from('shops').insert({ ...card, name }),
        '23514 name',
      )
      attempts.expectRefusal(
        `a shop renamed ${name}`,
        await shop.owner.from('shops').update({ name }).eq('id', shop.id),
        '23514 name',
      )
      const [first_name, last_name] = [[...name].slice(0, 3).join(''), [...name].slice(3).join('')]
      attempts.expectRefusal(
        `a person ${first_name}|${last_name}`,
        await person.client.from('profiles').update({ first_name, last_name }).eq('id', person.id),
        '23514',
      )
      const message = {
        shop_id: shop.id,
        sender_name: name,
        subject: 'Your account',
        message: 'Please confirm your bank details.',
      }
      const { status, text } = await post(server, '/rest/v1/contact_messages', message, newNetwork())
      attempts.expectRefusal(
        `a message from ${name}`,
        { error: status === 201 ? null : JSON.parse(text) },
        '23514 sender_name',
      )

      // A Google sign-up cannot be refused for its name, so an account may have any name. Others see User.
      const { error } = await impostor.client.auth.updateUser({ data: { name, full_name: name } })
      if (error) throw error
      const shown = unwrap(await impostor.client.from('people').select('name').eq('id', impostor.id).single())
      attempts.record(`an account ${name} is shown as ${shown.name}`, shown.name === 'User')
    }
    const { checkoutId } = await place(impostor, [[shop, 1]])
    const order = await impostor.client.from('orders').select('buyer_name').eq('checkout_id', checkoutId).single()
    attempts.record('the buyer of an order', unwrap(order).buyer_name === 'User')
    return attempts.result()
  },
}
