/** Names that imitate the marketplace, in every place that shows a name, and names that reveal an email address. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { openTestContext, refusal, type TestContext } from './test-context.ts'

const imitations = [
  'Tuckbox',
  'Tuckbox Support',
  'T u c k b o x',
  'TUCKBOX™ Official',
  'Tuckb0x',
  'Tuсkbох',
  'Τυςkbox Team'.replace('ς', 'c'),
  'Ｔｕｃｋｂｏｘ',
  '𝐓𝐮𝐜𝐤𝐛𝐨𝐱',
  'Túckböx',
  'Admin',
  'ADM1N',
  'Аdmin',
  'Administrator',
  'Support Team',
  'Customer Service',
  'The Marketplace Support',
  'He1p desk',
  'Moderator',
  'Security',
  'Billing Team',
]
const honest = [
  'Honey & Crumb',
  'Tuck In',
  'The Little Box of Cakes',
  'Adminton Bakes',
  'Mary Staffordshire',
  'Team Treats',
  'Supporting Hands Bakery',
  'Officially Delicious',
  'Kundendienst',
  'Отличный хлеб',
  '蛋糕',
]

describe.each(databases)('names on %s', (kind) => {
  let context: TestContext
  beforeAll(async () => {
    context = await openTestContext(kind)
  })
  afterAll(() => context.close())

  const shopOf = (name: string) => ({
    name,
    slug: 'anything',
    description: 'Good things, made at home.',
    category: 'Cakes',
  })

  it('invisible characters and changes of direction are removed from what others read', async () => {
    const member = await context.member('Somebody')
    const hidden = 'A\u202enn\u200b'
    await member.count(
      'update profiles set first_name = $2, last_name = $2, town = $2 where id = $1',
      member.id,
      hidden,
    )
    expect(await member.rows('select first_name, last_name, town from profiles where id = $1', member.id)).toEqual([
      { first_name: 'Ann', last_name: 'Ann', town: 'Ann' },
    ])
    const home = { address_line1: 'B', city: 'C', postal_code: 'SE1 9SG' }
    expect(await member.insert('user_addresses', { full_name: hidden, ...home })).toMatchObject({ full_name: 'Ann' })
  })

  it('a shop cannot imitate the marketplace', async () => {
    const member = await context.member('Somebody')
    for (const name of imitations)
      expect(await refusal(member.insert('shops', shopOf(name))), name).toMatchObject({ code: '23514', hint: 'name' })
    const id = String((await member.insert('shops', shopOf('Honest bread'))).id)
    for (const name of imitations)
      expect(await refusal(member.update('shops', id, { name })), name).toMatchObject({ hint: 'name' })
    for (const name of honest) expect(await member.update('shops', id, { name }), name).toBe(1)
  })

  it('a member’s name that imitates the marketplace is not shown', async () => {
    const calledBy = async (name: string) => {
      const member = await context.member(name)
      return (await member.rows('select name from people where id = $1', member.id))[0]?.name
    }
    for (const name of imitations) expect(await calledBy(name), name).toBe('User')
    for (const name of honest) expect(await calledBy(name)).toBe(name)
  })

  it('a buyer’s name on an order cannot imitate the marketplace', async () => {
    const member = await context.member('Somebody')
    for (const [first_name, last_name] of [
      ['Tuckbox', 'Support'],
      ['Tuck', 'box'],
      ['Customer', 'Support'],
    ] as const)
      expect(await refusal(member.update('profiles', member.id, { first_name, last_name }))).toMatchObject({
        constraint: 'profiles_name_imitates_marketplace',
      })
  })

  it('a visitor’s name on an enquiry cannot imitate the marketplace', async () => {
    const shop = await context.shop(await context.member('Baker'))
    const enquiry = { shop_id: shop, subject: 'Your account', message: 'Please confirm your bank details here.' }
    for (const sender_name of ['Tuckbox Support', 'Admin'])
      expect(await refusal(context.visitor.send('contact_messages', { ...enquiry, sender_name }))).toMatchObject({
        hint: 'sender_name',
      })
  })

  it('an administrator may use the marketplace’s name', async () => {
    const administrator = await context.administrator()
    expect(await administrator.rows('select name from people where id = $1', administrator.id)).toEqual([
      { name: 'Administrator' },
    ])
  })

  it('a name is never taken from an email address', async () => {
    const id = randomUUID()
    await context.database.run({
      text: 'insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)',
      values: [id, `mary.smith.${id}@example.test`, '{}'],
    })
    expect(await context.service.rows('select name from profiles where id = $1', id)).toEqual([{ name: 'User' }])
  })
})
