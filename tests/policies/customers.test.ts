/** A shop's customers: who is one, the figures and pages of the list, notes, and who sees what. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { databases } from '../harness.ts'
import { call } from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, type Values } from './test-context.ts'

const listSchema = z.object({
  total: z.number(),
  next: z.string().nullable(),
  tags: z.array(z.string()),
  customers: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullable(),
      orders: z.number(),
      spend: z.number(),
      last_order: z.string().nullable(),
      next_order: z.string().nullable(),
      tags: z.array(z.string()),
      has_allergies: z.boolean(),
    }),
  ),
})
type List = z.infer<typeof listSchema>

describe.each(databases)('a shop’s customers on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let otherSeller: Actor
  let ada: Actor
  let bo: Actor
  let cleo: Actor
  let shop: string
  let product: string

  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    otherSeller = await context.member('Other')
    shop = await context.shop(seller)
    product = await context.product(shop)
    const otherProduct = await context.product(await context.shop(otherSeller))
    ada = await context.member('Ada')
    bo = await context.member('Bo')
    cleo = await context.member('Cléo')
    const of = (buyer: Actor, values: Values) => context.order(buyer, product, { buyer_name: 'Ada Baker', ...values })
    await of(ada, { paid_at: '2026-01-01T10:00:00Z', refunded_amount: 0 })
    await of(ada, { paid_at: '2026-02-01T10:00:00Z', status: 'processing', due_at: '2999-03-01T00:00:00' })
    await of(ada, {
      paid_at: '2026-01-15T10:00:00Z',
      status: 'cancelled',
      cancelled_at: '2026-01-16T10:00:00Z',
      refunded_amount: 12,
    })
    await of(bo, { buyer_name: 'Bo Brown', paid_at: '2026-03-01T10:00:00Z', subtotal: 50 })
    // An unpaid order makes nobody a customer.
    await of(await context.member('Unpaid'), { buyer_name: 'Unpaid', status: 'pending payment' })
    await context.order(await context.member('Foreign'), otherProduct, { buyer_name: 'Of another' })
    const brief = { details: 'A cake', allergens: [{ other: 'kiwi', for: 'my son' }] }
    const room = {
      buyer_id: cleo.id,
      seller_id: seller.id,
      product_id: product,
      brief,
      updated_at: '2026-04-01T10:00:00Z',
    }
    await context.service.insert('chat_rooms', room)
  })
  afterAll(() => context.close())

  const list = async (asked: Record<string, string | number> = {}, actor = seller): Promise<List> => {
    const named = Object.keys(asked).map((name, n) => `${name} => $${n + 1}`)
    return listSchema.parse(await call(actor, `shop_customers(${named.join(', ')})`, ...Object.values(asked)))
  }
  const names = ({ customers }: List) => customers.map(({ name }) => name)
  const note = (actor: Actor, member: Actor, values: Values = {}, of = shop) =>
    actor.send('customer_notes', { shop_id: of, member_id: member.id, ...values })

  it('are those who ordered or wrote, with orders that were not cancelled, what they paid, and the next one', async () => {
    const all = await list()
    expect(all).toMatchObject({ total: 3, next: null, tags: [] })
    expect(names(all)).toEqual(['Cléo', 'Bo Brown', 'Ada Baker'])
    expect(all.customers[2]).toMatchObject({ id: ada.id, orders: 2, spend: 24, next_order: '2999-03-01T00:00:00' })
    expect(all.customers[2]?.last_order).toContain('2026-02-01')
    expect(all.customers[0]).toMatchObject({ id: cleo.id, orders: 0, spend: 0, last_order: null, next_order: null })
  })

  it('are searched by name without accents, sorted, and read page by page', async () => {
    expect(names(await list({ search: 'BAKER' }))).toEqual(['Ada Baker'])
    expect(names(await list({ search: 'cleo' }))).toEqual(['Cléo'])
    expect(names(await list({ search: '%' }))).toEqual([])
    expect(names(await list({ sort: 'spend' }))).toEqual(['Bo Brown', 'Ada Baker', 'Cléo'])
    expect(names(await list({ sort: 'orders' }))).toEqual(['Ada Baker', 'Bo Brown', 'Cléo'])
    for (const sort of ['last', 'spend', 'orders', 'name']) {
      const whole = names(await list({ sort }))
      const read: (string | null)[] = []
      for (let after: string | null = ''; after !== null; ) {
        const page: List = await list({ sort, page_size: 1, ...(after && { after }) })
        expect(page.total).toBe(3)
        read.push(...names(page))
        after = page.next
      }
      expect(read, sort).toEqual(whole)
    }
    expect(await refusal(list({ sort: 'wealth' }))).toMatchObject({ code: '22023', hint: 'sort' })
    for (const after of ['x', `${'-'.repeat(36)} 1`, `${ada.id} 1; drop`])
      expect(await refusal(list({ after })), after).toMatchObject({ hint: 'after' })
  })

  it('are seen by the owner of the shop alone', async () => {
    expect(await refusal(list({}, context.visitor))).toMatchObject({ code: forbidden })
    expect(await refusal(list({}, ada))).toMatchObject({ hint: 'shop' })
    expect(names(await list({}, otherSeller))).toEqual(['Of another'])
    for (const stranger of [seller, otherSeller, await context.member()])
      expect(await refusal(call(seller, 'shop_customer($1::uuid)', stranger.id))).toMatchObject({ hint: 'customer' })
    expect(await refusal(call(otherSeller, 'shop_customer($1::uuid)', ada.id))).toMatchObject({ hint: 'customer' })
  })

  it('have a page with their orders, conversations and what they asked to avoid', async () => {
    expect(await call(seller, 'shop_customer($1::uuid)', cleo.id)).toMatchObject({
      name: 'Cléo',
      orders: 0,
      history: [],
      conversations: [{ product: 'A cake' }],
      allergies: [{ other: 'kiwi', for: 'my son' }],
      note: null,
      is_blocked: false,
    })
    expect(await call(seller, 'shop_customer($1::uuid)', ada.id)).toMatchObject({
      orders: 2,
      spend: 24,
      history: [{ status: 'processing' }, { status: 'cancelled' }, { status: 'delivered' }],
    })
  })

  it('have notes that their shop writes, that they may read themselves, and that nobody else sees', async () => {
    await note(seller, ada, { tags: '{regular,office}', note: 'Likes rye', allergies: 'Walnuts' })
    expect(await list({ tag: 'office' })).toMatchObject({ total: 1, tags: ['office', 'regular'] })
    expect((await list()).customers[2]).toMatchObject({ tags: ['regular', 'office'], has_allergies: true })
    expect(await call(seller, 'shop_customer($1::uuid)', ada.id)).toMatchObject({
      note: { note: 'Likes rye', allergies: 'Walnuts' },
    })
    expect(await ada.rows('select note from customer_notes')).toEqual([{ note: 'Likes rye' }])
    for (const actor of [bo, otherSeller]) expect(await actor.rows('select * from customer_notes')).toEqual([])
    expect(await refusal(context.visitor.rows('select * from customer_notes'))).toMatchObject({ code: forbidden })
    // The member reads the note, and cannot change it.
    expect(await ada.count(`update customer_notes set note = 'Lovely'`)).toBe(0)
    expect(await ada.count('delete from customer_notes')).toBe(0)
    expect(await refusal(note(otherSeller, ada))).toMatchObject({ code: forbidden })
    expect(await refusal(note(seller, otherSeller))).toMatchObject({ code: forbidden })
    expect(await refusal(seller.count('update customer_notes set member_id = $1', bo.id))).toMatchObject({
      code: forbidden,
    })
    expect(await refusal(note(seller, bo, { tags: `{${'x'.repeat(31)}}` }))).toMatchObject({
      constraint: 'customer_notes_tags_form',
    })
    expect(await refusal(note(seller, bo, { note: 'x'.repeat(2001) }))).toMatchObject({
      constraint: 'customer_notes_note_length',
    })
    expect(await refusal(note(seller, bo, { allergies: ' ' }))).toMatchObject({
      constraint: 'customer_notes_allergies_length',
    })
  })

  it('cannot be invented: notes about strangers are refused, one or several at once', async () => {
    const strangers = [await context.member('Stranger'), await context.member('Stranger')]
    const about = (members: readonly Actor[]) =>
      seller.count(
        `insert into customer_notes (shop_id, member_id) select $1, unnest($2::uuid[])`,
        shop,
        `{${members.map(({ id }) => id).join()}}`,
      )
    expect(await refusal(about(strangers))).toMatchObject({ code: forbidden })
    expect(await refusal(about(strangers.slice(1)))).toMatchObject({ code: forbidden })
    expect(await refusal(note(seller, ada))).toMatchObject({ code: '23505' })
    expect(await seller.count('select from customer_notes')).toBe(1)
  })

  it('stay customers when they are blocked, and say so', async () => {
    await seller.insert('blocks', { blocker_id: seller.id, blocked_id: bo.id })
    expect(await call(seller, 'shop_customer($1::uuid)', bo.id)).toMatchObject({ is_blocked: true })
    expect(names(await list({ search: 'bo' }))).toEqual(['Bo Brown'])
  })

  it('are gone with their account, and their notes with the shop’s', async () => {
    await note(seller, bo, { note: 'Tall' })
    await context.database.run({ text: 'delete from auth.users where id = $1', values: [bo.id] })
    expect(names(await list())).toEqual(['Cléo', 'Ada Baker'])
    expect(await context.service.count('select from customer_notes where member_id = $1', bo.id)).toBe(0)
    const leaving = await context.member('Leaving')
    const closing = await context.shop(leaving)
    await context.order(cleo, await context.product(closing))
    await note(leaving, cleo, { note: 'Short' }, closing)
    await context.database.run({ text: 'delete from auth.users where id = $1', values: [leaving.id] })
    expect(await cleo.rows('select * from customer_notes')).toEqual([])
  })
})
