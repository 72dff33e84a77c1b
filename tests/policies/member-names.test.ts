/** Whose name a member can read, and what remains after an account is deleted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { type Actor, openTestContext, refusal, type TestContext, writeReview } from './test-context.ts'

describe.each(databases)('the people view on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let buyer: Actor
  let bystander: Actor
  let shop: string
  let product: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    buyer = await context.member('Buyer')
    bystander = await context.member('Bystander')
    shop = await context.shop(seller)
    product = await context.product(shop)
  })
  afterAll(() => context.close())

  const knows = async (actor: Actor, member: Actor) =>
    (await actor.count('select from people where id = $1', member.id)) === 1
  const deleteAccount = (member: Actor) =>
    context.database.run({ text: 'delete from auth.users where id = $1', values: [member.id] })

  it('shows a member themselves and the sellers, with name and avatar only', async () => {
    expect(await buyer.rows('select * from people order by name')).toEqual([
      { id: buyer.id, name: 'Buyer', avatar_url: null },
      { id: seller.id, name: 'Seller', avatar_url: null },
    ])
    expect(await context.visitor.rows('select name from people')).toEqual([{ name: 'Seller' }])
    expect(await knows(bystander, buyer)).toBe(false)
  })

  it('hides a seller whose shop is suspended, except from themselves', async () => {
    await context.service.update('shops', shop, { status: 'suspended' })
    expect([await knows(context.visitor, seller), await knows(seller, seller)]).toEqual([false, true])
    await context.service.update('shops', shop, { status: 'active' })
  })

  it('shows a member the other members of their conversations', async () => {
    expect(await knows(seller, buyer)).toBe(false)
    await buyer.insert('chat_rooms', { seller_id: seller.id, product_id: product })
    expect([await knows(seller, buyer), await knows(bystander, buyer)]).toEqual([true, false])
  })

  it('shows a seller the buyers of their paid orders', async () => {
    const secondBuyer = await context.member('Second buyer')
    const { order } = await context.order(secondBuyer, product, { status: 'pending payment' })
    expect(await knows(seller, secondBuyer)).toBe(false)
    await context.service.update('orders', order, { status: 'processing', paid_at: '2026-01-01' })
    expect([await knows(seller, secondBuyer), await knows(bystander, secondBuyer)]).toEqual([true, false])
  })

  it('hides reviewers, whose reviews show only their name', async () => {
    const reviewer = await context.member('Critic')
    const { item } = await context.order(reviewer, product)
    const review = await writeReview(reviewer, item, 4)
    expect(await knows(context.visitor, reviewer)).toBe(false)
    expect(await context.visitor.rows('select r.author_name from reviews r where id = $1', review)).toEqual([
      { author_name: 'Critic' },
    ])
  })

  it('does not reveal people through a function in a filter', async () => {
    await context.database.script(`
      create function public.tell(value text) returns boolean language plpgsql cost 0.0000001
      as $$ begin raise exception 'saw %', value; end $$;
      grant execute on function public.tell(text) to authenticated;`)
    const stranger = await context.member('Stranger')
    const { message } = await refusal(stranger.rows('select id from people where tell(name)'))
    await context.database.script('drop function public.tell(text)')
    expect(message).toMatch(/^saw (Seller|Stranger)$/)
  })

  it('keeps an order without personal data when the buyer’s account is deleted', async () => {
    const leavingMember = await context.member('Leaver')
    const { order, item } = await context.order(leavingMember, product, {
      buyer_name: 'Leaver',
      note: 'Ring twice',
      brief: { servings: '2' },
    })
    const review = await writeReview(leavingMember, item, 5, { text: 'Lovely' })
    await leavingMember.insert('user_addresses', {
      full_name: 'L',
      address_line1: '1',
      city: 'London',
      postal_code: 'SE1 9SG',
    })
    await leavingMember.insert('chat_rooms', { seller_id: seller.id, product_id: product })
    await leavingMember.insert('favourites', { shop_id: shop })
    await context.service.insert('outbox', { user_id: leavingMember.id, recipient: 'l@x.test', template: 'receipt' })
    await context.service.update('order_items', item, { custom_request_details: 'Happy birthday, Lea' })
    await deleteAccount(leavingMember)
    expect(await seller.rows('select custom_request_details as words from order_items where id = $1', item)).toEqual([
      { words: null },
    ])
    const kept = 'buyer_id, buyer_name, delivery_address, note, brief, total_amount, status'
    expect(await seller.rows(`select ${kept} from orders where id = $1`, order)).toEqual([
      {
        buyer_id: null,
        buyer_name: null,
        delivery_address: null,
        note: null,
        brief: null,
        total_amount: '12.00',
        status: 'delivered',
      },
    ])
    expect(await context.visitor.rows('select r.author_name, text from reviews r where id = $1', review)).toEqual([
      { author_name: null, text: 'Lovely' },
    ])
    for (const [table, column] of [
      ['profiles', 'id'],
      ['notification_preferences', 'user_id'],
      ['user_addresses', 'user_id'],
      ['chat_rooms', 'buyer_id'],
      ['favourites', 'user_id'],
      ['outbox', 'user_id'],
    ])
      expect(await context.service.count(`select from ${table} where ${column} = $1`, leavingMember.id), table).toBe(0)
  })

  it('closes the shop, removes its location and keeps every order when the seller’s account is deleted', async () => {
    const baker = await context.member('Baker')
    const bakery = await context.shop(baker, { town: 'Peckham', lat: 51.47, lon: -0.07 })
    await baker.count("update shop_records set food_registration = 'SWK/1'")
    const cake = await context.product(bakery)
    await baker.insert('shop_pickup_places', {
      shop_id: bakery,
      address_line1: '1 Mews',
      city: 'London',
      postal_code: 'SE15 5DE',
    })
    const { order } = await context.order(buyer, cake)
    await deleteAccount(baker)
    expect(
      await context.service.rows(
        'select user_id, status, town, lat, food_registration from shops join shop_records on shop_id = id where id = $1',
        bakery,
      ),
    ).toEqual([{ user_id: null, status: 'closed', town: null, lat: null, food_registration: null }])
    expect(await context.visitor.count('select from products where id = $1', cake)).toBe(0)
    expect(await context.service.count('select from shop_pickup_places where shop_id = $1', bakery)).toBe(0)
    expect(await buyer.count('select from orders where id = $1 and shop_id = $2', order, bakery)).toBe(1)
  })
})
