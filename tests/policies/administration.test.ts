/** What administrators look up, and the record of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, writeReview } from './test-context.ts'

describe.each(databases)('administration on %s', (kind) => {
  let context: TestContext
  let admin: Actor
  let ann: Actor
  let seller: Actor
  let shop: string
  let product: string

  beforeAll(async () => {
    context = await openTestContext(kind)
    admin = await context.administrator()
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    ann = await context.member('Ann Archer')
    seller = await context.member('Seller')
    shop = await context.shop(seller, { name: 'Crumb Hall' })
    product = await context.product(shop, { name: 'Lemon cake', available_for_pickup: true })
  })

  const find = async (actor: Actor, query: string) =>
    (await actor.rows('select public.find_for_support($1) as found', query))[0]?.found
  const member = async (actor: Actor, id: string) =>
    (await actor.rows('select public.member_for_support($1) as member', id))[0]?.member
  const lookups = (id: string) =>
    admin.count(`select from audit_log where action = 'look_up' and row_id = $1 and actor_id = $2`, id, admin.id)

  describe('searching', () => {
    it('finds members by email, name and id, and logs each that is shown', async () => {
      const other = await context.member('Somebody else')
      const found = { id: ann.id, name: 'Ann Archer', email: `${ann.id}@example.test` }
      for (const query of [`${ann.id}@EXAMPLE.test`, `${ann.id}@exam`, ann.id])
        expect(await find(admin, query), query).toMatchObject({ members: [found], orders: [], shops: [] })
      expect(await lookups(ann.id)).toBe(3)
      expect(await find(admin, 'n archer')).toMatchObject({
        members: expect.arrayContaining([expect.objectContaining(found)]),
      })
      expect(await lookups(ann.id)).toBe(4)
      expect(await lookups(other.id)).toBe(0)
    })

    it('finds orders by number and shops by name, slug and id, without naming their people', async () => {
      const { order } = await context.order(ann, product)
      for (const query of [order, order.slice(0, 8), `#${order.slice(0, 8).toUpperCase()}`])
        expect(await find(admin, query), query).toMatchObject({
          members: [],
          orders: [{ id: order, status: 'delivered', buyer_id: ann.id }],
        })
      for (const query of [shop, `shop-${seller.id.slice(0, 18)}`])
        expect(await find(admin, query), query).toMatchObject({ shops: [{ id: shop, owner_id: seller.id }] })
      const byName = await find(admin, 'crumb HALL')
      expect(byName).toMatchObject({ shops: expect.arrayContaining([expect.objectContaining({ id: shop })]) })
      expect(JSON.stringify(byName)).not.toContain('example.test')
      expect(await lookups(ann.id)).toBe(0)
    })

    it('shows at most 20 of each, and refuses texts that are too short or too long', async () => {
      for (let n = 0; n < 21; n++) await context.member('Crowd Member')
      expect(Object(await find(admin, 'crowd member')).members).toHaveLength(20)
      for (const query of ['', ' a ', 'x'.repeat(201)])
        expect(await refusal(find(admin, query))).toMatchObject({ code: '22023', hint: 'malformed' })
      // Not a pattern.
      expect(await find(admin, '%%')).toEqual({ members: [], orders: [], shops: [] })
    })

    it('an administrator sees at most 500 members in an hour', async () => {
      const eager = await context.administrator()
      await context.database.run({
        text: `insert into public.audit_log (actor_id, action, table_name, changes)
          select $1::uuid, 'look_up', 'profiles', '{}' from generate_series(1, 500)`,
        values: [eager.id],
      })
      expect(await refusal(member(eager, ann.id))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
      expect(await refusal(find(eager, ann.id))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
      expect(await find(eager, shop)).toMatchObject({ members: [] })
      expect(await member(admin, ann.id)).toMatchObject({ name: 'Ann Archer' })
    })

    it('nobody else searches or opens a member', async () => {
      for (const actor of [context.visitor, ann, seller, context.service]) {
        expect(await refusal(find(actor, 'Ann'))).toMatchObject({ code: forbidden })
        expect(await refusal(member(actor, ann.id))).toMatchObject({ code: forbidden })
      }
    })
  })

  it('a member has what support needs, and no address, phone number or message', async () => {
    const { order, item } = await context.order(ann, product, { note: 'Ring twice' })
    await writeReview(ann, item, 5)
    await ann.send('reports', { subject: 'shop', shop_id: shop, reason: 'Not what it says it is' })
    await ann.count(`update profiles set phone = '07700 900123' where id = $1`, ann.id)
    const seen = await member(admin, ann.id)
    expect(seen).toMatchObject({
      id: ann.id,
      email: `${ann.id}@example.test`,
      shop: null,
      reports_sent: 1,
      reports: [],
      orders: [{ id: order, status: 'delivered' }],
    })
    expect(JSON.stringify(seen)).not.toMatch(/07700|Ring twice|SE1 9SG/)
    expect(await lookups(ann.id)).toBe(1)
    const [review] = await context.service.rows(
      'select review_id as id from review_authors where author_id = $1',
      ann.id,
    )
    await seller.send('reports', { subject: 'review', review_id: text(review ?? {}, 'id'), reason: 'It is fake' })
    expect(await member(admin, ann.id)).toMatchObject({ reports: [{ subject: 'review', reason: 'It is fake' }] })
    await admin.rows(`select public.moderate('shop', $1, 'suspend', 'Not registered')`, shop)
    expect(await member(admin, seller.id)).toMatchObject({
      shop: { id: shop, status: 'suspended', reason: 'Not registered' },
      reports: [{ subject: 'shop', state: 'upheld' }],
      orders: [],
    })
    expect(await refusal(member(admin, order))).toMatchObject({ code: 'PT404', hint: 'no_account' })
  })
})
