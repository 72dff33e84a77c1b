/** Problems with orders: who may report, answer, appeal and decide, when, and what each of them is told. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { lockWait } from './lock-waits.ts'
import { address, call, column, delivered, forSale, order, pay, place } from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text } from './test-context.ts'

describe.each(databases)('problems with orders on %s', (kind) => {
  let context: TestContext
  let buyer: Actor
  let seller: Actor
  let administrator: Actor
  let stranger: Actor
  let shop: string
  let cake: string
  let id: string

  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    stranger = await context.member('Stranger')
    await context.shop(stranger, { name: 'Other shop' })
    administrator = await context.administrator()
    shop = await context.shop(seller, { name: 'A shop' })
    cake = await context.product(shop, { ...forSale, name: 'Lemon cake', price: 12.5, stock: 1000 })
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    buyer = await context.member('Bo Buyer')
    id = await shipped()
  })

  async function shipped(): Promise<string> {
    const wanted = order([delivered(shop, { product: cake, quantity: 2 })], { address_id: await address(buyer) })
    const placed = await place(buyer, wanted)
    await pay(context, buyer, placed)
    const bought = placed.orders[0]?.id ?? ''
    await call(seller, 'advance_order($1::uuid, $2)', bought, 'shipped')
    return bought
  }
  const report = (actor: Actor, more: { kind?: string; wanted?: string; details?: string; pictures?: string } = {}) =>
    call(
      actor,
      'report_problem($1::uuid, $2, $3, $4, $5::text[])',
      id,
      more.kind ?? 'damaged',
      more.details ?? 'The icing was squashed.',
      more.wanted ?? 'refund',
      more.pictures ?? '{}',
    ).then(String)
  const answer = (
    actor: Actor,
    problem: string,
    outcome: string,
    amount: number | null = null,
    words = 'I am sorry.',
  ) => call(actor, 'answer_problem($1::uuid, $2, $3, $4::numeric)', problem, outcome, words, amount)
  const escalate = (actor: Actor, problem: string) => call(actor, 'escalate_problem($1::uuid, $2)', problem, 'Not fair')
  const decide = (actor: Actor, problem: string, outcome: string, amount: number | null = null) =>
    call(actor, 'decide_problem($1::uuid, $2, $3, $4::numeric)', problem, outcome, 'The picture shows it.', amount)
  const close = (actor: Actor, problem: string) => call(actor, 'close_problem($1::uuid)', problem)
  const state = async (problem: string) =>
    (
      await buyer.rows(
        'select state, answer, decision, refund_amount, decision_amount from order_problems where id = $1',
        problem,
      )
    )[0]
  const refunds = async () =>
    column(
      await context.service.rows('select amount from refunds where order_id = $1 order by created_at', id),
      'amount',
    )
  const told = async (actor: Actor) =>
    column(
      await actor.rows(
        `select title from notifications where type in ('order', 'safety', 'system') order by created_at`,
      ),
      'title',
    )
  const emails = async (actor: Actor) =>
    column(
      await context.service.rows(
        `select template from outbox where user_id = $1 and template like 'problem-%' and data ->> 'order_id' = $2 order by created_at`,
        actor.id,
        id,
      ),
      'template',
    )

  it('a buyer reports a problem, the shop refunds part of it, and both are told', async () => {
    const problem = await report(buyer)
    expect(await seller.rows('select kind, details, wanted, state from order_problems where id = $1', problem)).toEqual(
      [{ kind: 'damaged', details: 'The icing was squashed.', wanted: 'refund', state: 'open' }],
    )
    expect(await told(seller)).toContain('A problem with an order')
    await answer(seller, problem, 'refund', 5)
    expect(await state(problem)).toEqual({
      state: 'answered',
      answer: 'refund',
      decision: null,
      refund_amount: '5.00',
      decision_amount: null,
    })
    expect(await refunds()).toEqual(['5.00'])
    expect(await told(buyer)).toContain('The shop has answered')
    expect([await emails(seller), await emails(buyer)]).toEqual([['problem-reported'], ['problem-answered']])
    expect(await refusal(answer(seller, problem, 'refund', 5))).toMatchObject({ code: 'PT409', hint: 'answered' })
    await close(buyer, problem)
    expect(await state(problem)).toMatchObject({ state: 'closed' })
  })

  it('only the buyer reports and closes, only the shop answers, and only an administrator decides', async () => {
    for (const actor of [seller, stranger, administrator])
      expect(await refusal(report(actor)), actor.id).toMatchObject({ code: 'PT404', hint: 'order' })
    expect(await refusal(report(context.visitor))).toMatchObject({ code: forbidden })
    const problem = await report(buyer, { kind: 'allergen' })
    for (const actor of [buyer, stranger, administrator])
      expect(await refusal(answer(actor, problem, 'declined'))).toMatchObject({ code: 'PT404', hint: 'problem' })
    for (const actor of [seller, stranger, administrator]) {
      expect(await refusal(close(actor, problem))).toMatchObject({ code: 'PT404', hint: 'problem' })
      expect(await refusal(escalate(actor, problem))).toMatchObject({ code: 'PT404', hint: 'problem' })
    }
    await escalate(buyer, problem)
    for (const actor of [buyer, seller, stranger]) {
      expect(await refusal(decide(actor, problem, 'no_refund'))).toMatchObject({ code: forbidden })
      expect(await refusal(call(actor, 'problem_queue()'))).toMatchObject({ code: forbidden })
      expect(await refusal(actor.count(`update order_problems set state = 'closed'`))).toMatchObject({
        code: forbidden,
      })
    }
    expect(await stranger.rows('select id from order_problems')).toEqual([])
    expect(await administrator.rows('select id from order_problems')).toEqual([])
  })

  it('a buyer can ask for a decision after an answer, after 48 hours without one, and at once about allergens', async () => {
    const problem = await report(buyer)
    const canEscalate = async () =>
      (await buyer.rows('select p.can_escalate from order_problems p where p.id = $1', problem))[0]?.can_escalate
    expect(String(await canEscalate())).toMatch(/^f/)
    expect(await refusal(escalate(buyer, problem))).toMatchObject({ code: 'PT409', hint: 'too_early' })
    await context.service.count(
      `update order_problems set created_at = now() - interval '49 hours' where id = $1`,
      problem,
    )
    expect(String(await canEscalate())).toMatch(/^t/)
    await answer(seller, problem, 'declined', null, 'It left in one piece.')
    await escalate(buyer, problem)
    expect(await state(problem)).toMatchObject({ state: 'escalated', answer: 'declined' })
    expect(await told(seller)).toContain('We have been asked to decide')
    const queue = await call(administrator, 'problem_queue()')
    expect(queue).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ id: problem, buyer: 'Bo Buyer', refundable: 28.99 })]),
    })
    await decide(administrator, problem, 'refund', 12.5)
    expect(await state(problem)).toMatchObject({
      state: 'decided',
      decision: 'refund',
      refund_amount: null,
      decision_amount: '12.50',
    })
    expect(await refunds()).toEqual(['12.50'])
    expect(await refusal(decide(administrator, problem, 'refund', 1))).toMatchObject({ hint: 'already_decided' })
    expect(await refusal(close(buyer, problem))).toMatchObject({ hint: 'already_decided' })
    expect([await emails(seller), await emails(buyer)]).toEqual([
      ['problem-reported', 'problem-escalated', 'problem-decided'],
      ['problem-answered', 'problem-decided'],
    ])
    const log = `select changes from audit_log where action = 'decide' and row_id = $1`
    expect(await administrator.rows(log, problem)).toHaveLength(1)
  })

  it('an administrator cannot decide about an order that they bought or sold', async () => {
    const problem = await report(buyer)
    await answer(seller, problem, 'declined')
    await escalate(buyer, problem)
    const role = (member: Actor, value: object) => {
      const change = 'update auth.users set raw_app_meta_data = $2 where id = $1'
      return context.database.run({ text: change, values: [member.id, JSON.stringify(value)] })
    }
    for (const party of [buyer, seller]) {
      await role(party, { role: 'admin' })
      const judge = context.session(party, { app_metadata: { role: 'admin' } })
      expect(await refusal(decide(judge, problem, 'refund', 5))).toMatchObject({ code: forbidden, hint: 'own_order' })
      await role(party, {})
    }
    await decide(administrator, problem, 'refund', 5)
  })

  it('administrators are told of an allergen problem at once', async () => {
    await context.service.count(`delete from notifications where user_id = $1`, administrator.id)
    await report(buyer, { kind: 'allergen', details: 'There were walnuts in it.' })
    expect(await told(administrator)).toEqual(['A buyer reports an allergen problem'])
    expect(await told(seller)).toContain('Urgent: an allergen problem')
    expect(await call(administrator, 'problem_queue(1, 50)')).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ order_id: id, kind: 'allergen', state: 'open' })]),
    })
  })

  it('a problem cannot be reported before the order is due, when it is cancelled, or 30 days later', async () => {
    const early = async (change: string) => {
      await context.service.count(`update orders set ${change} where id = $1`, id)
      return refusal(report(buyer))
    }
    const notDue = order([delivered(shop, { product: cake, quantity: 1 })], { address_id: await address(buyer) })
    const placed = await place(buyer, notDue)
    const later = placed.orders[0]?.id ?? ''
    const first = id
    id = later
    expect(await refusal(report(buyer))).toMatchObject({
      hint: 'too_late',
      message: expect.stringContaining('once the order is due'),
    })
    await pay(context, buyer, placed)
    await call(buyer, 'cancel_order($1::uuid, $2)', later, null)
    expect(await refusal(report(buyer))).toMatchObject({ hint: 'too_late' })
    id = first
    await context.service.count(
      `update order_events set created_at = now() - interval '31 days' where order_id = $1`,
      id,
    )
    expect(await early(`due_at = now() - interval '31 days'`)).toMatchObject({
      hint: 'too_late',
      message: expect.stringContaining('30 days'),
    })
  })

  it('one problem is open at a time, and an order has at most five, however often they are reported', async () => {
    const statement = `select public.report_problem('${id}', 'wrong', 'Not what I ordered', 'answer')`
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => buyer.rows(statement)))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (let reports = 1; reports < 5; reports++) {
      await close(buyer, text((await buyer.rows(`select id from order_problems where state = 'open'`))[0], 'id'))
      await report(buyer)
    }
    await close(buyer, text((await buyer.rows(`select id from order_problems where state = 'open'`))[0], 'id'))
    expect(await refusal(report(buyer))).toMatchObject({ code: 'PT409', hint: 'too_many' })
    expect(await buyer.rows('select id from order_problems where order_id = $1', id)).toHaveLength(5)
  })

  it('a buyer reports at most ten problems in an hour', async () => {
    for (let n = 0; n < 10; n += 1) {
      if (n === 5) id = await shipped()
      await close(buyer, await report(buyer))
    }
    id = await shipped()
    expect(await refusal(report(buyer))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
  })

  it('problems with orders that cost nothing come last in the queue', async () => {
    const real = await report(buyer)
    const sample = await context.product(shop, { ...forSale, price: 0, stock: 9 })
    const { order: free } = await context.order(buyer, sample, {
      subtotal: 0,
      status: 'shipped',
      due_at: new Date().toISOString(),
    })
    id = free
    const nothing = await report(buyer, { kind: 'allergen' })
    await escalate(buyer, nothing)
    await context.service.rows(`update order_problems set kind = 'allergen' where id = $1`, real)
    const { items } = (await call(administrator, 'problem_queue(1, 50)')) as { items: { id: string }[] }
    const ids = items.map((item) => item.id)
    expect(ids).toContain(real)
    expect(ids.at(-1)).toBe(nothing)
  })

  it('a refund about a problem never exceeds what is left of the order', async () => {
    const problem = await report(buyer)
    expect(await refusal(answer(seller, problem, 'refund', 29))).toMatchObject({ hint: 'too_much' })
    expect(await state(problem)).toMatchObject({ state: 'open' })
    await answer(seller, problem, 'declined')
    await escalate(buyer, problem)
    expect(await refusal(decide(administrator, problem, 'refund', 29))).toMatchObject({ hint: 'too_much' })
    await answer(seller, problem, 'refund', 20)
    expect(await refusal(decide(administrator, problem, 'refund', 9))).toMatchObject({ hint: 'too_much' })
    await decide(administrator, problem, 'refund', 8.99)
    // The second answer is emailed too.
    expect(await emails(buyer)).toEqual(['problem-answered', 'problem-answered', 'problem-decided'])
    expect(await refunds()).toEqual(['20.00', '8.99'])
    expect(await state(problem)).toMatchObject({ refund_amount: '20.00', decision_amount: '8.99' })
  })

  it('a seller can neither block a decision nor forge an answer by refunds of a penny', async () => {
    const problem = await report(buyer)
    const refund = (key: string) => call(seller, 'refund_order($1::uuid, 0.01, $2, $3)', id, 'Sorry', key)
    for (const key of [`problem:${problem}`, `decision:${problem}`])
      expect(await refusal(refund(key)), key).toMatchObject({ code: '22023', hint: 'idempotency_key' })
    for (let n = 0; n < 10; n += 1) await refund(`refund number ${n}`)
    expect(await refusal(refund('one refund more'))).toMatchObject({ hint: 'too_many' })
    await answer(seller, problem, 'refund', 5)
    await escalate(buyer, problem)
    await decide(administrator, problem, 'refund', 12.5)
    expect((await refunds()).slice(-2)).toEqual(['5.00', '12.50'])
    expect(await refusal(refund('one refund more'))).toMatchObject({ hint: 'too_many' })
  })

  it('a shop answers a problem at most five times, and not while its seller is suspended', async () => {
    const problem = await report(buyer)
    await call(administrator, 'suspend_member($1, $2)', seller.id, 'Unsafe food')
    expect(await refusal(answer(seller, problem, 'declined'))).toMatchObject({ code: forbidden, hint: 'suspended' })
    await call(administrator, 'restore_member($1, $2)', seller.id, 'A mistake')
    for (let n = 1; n <= 5; n += 1) await answer(seller, problem, 'declined', null, `Answer number ${n}`)
    expect(await refusal(answer(seller, problem, 'refund', 5))).toMatchObject({ code: 'PT409', hint: 'too_many' })
    expect(await emails(buyer)).toHaveLength(5)
    await call(seller, 'refund_order($1::uuid, 5, $2, $3)', id, 'Sorry', 'a refund of the order')
    expect(await refunds()).toEqual(['5.00'])
    await escalate(buyer, problem)
    await decide(administrator, problem, 'no_refund')
  })

  it('refuses unknown kinds, missing and long texts, and amounts that do not fit the answer', async () => {
    for (const wrong of [{ kind: 'cold' }, { wanted: 'everything' }, { details: ' ' }, { details: 'x'.repeat(2001) }])
      expect(await refusal(report(buyer, wrong)), JSON.stringify(wrong)).toMatchObject({ code: '22023' })
    const problem = await report(buyer)
    for (const [outcome, amount] of [
      ['refund', null],
      ['declined', 5],
      ['later', null],
      ['refund', 0.001],
    ] as const)
      expect(await refusal(answer(seller, problem, outcome, amount)), outcome).toMatchObject({ code: '22023' })
    expect(await refusal(answer(seller, problem, 'declined', null, ''))).toMatchObject({ code: '22023' })
  })

  it('a picture is accepted from the order’s buyer, shown to the shop, and stays while a problem shows it', async () => {
    const path = (file: string, of = id, by = buyer) => `${by.id}/${of}/${file}`
    const upload = (actor: Actor, name: string) =>
      actor.count(
        `insert into storage.objects (bucket_id, name, owner) values ('problem_pictures', $1, $2)`,
        name,
        actor.id,
      )
    const sees = (actor: Actor, name: string) =>
      actor.count(`select from storage.objects where bucket_id = 'problem_pictures' and name = $1`, name)
    expect(await upload(buyer, path('cake.webp'))).toBe(1)
    const strangers: [Actor, string][] = [
      [stranger, path('a.webp', id, stranger)],
      [stranger, path('a.webp')],
      [seller, path('a.webp', id, seller)],
      [buyer, `${buyer.id}/cake.webp`],
      [buyer, path('a.webp', 'not-an-id')],
      [context.visitor, path('a.webp')],
    ]
    for (const [actor, name] of strangers)
      expect(await refusal(upload(actor, name)), name).toMatchObject({ code: forbidden })
    expect([await sees(seller, path('cake.webp')), await sees(buyer, path('cake.webp'))]).toEqual([0, 1])
    for (const picture of ['missing.webp', '../x.webp'])
      expect(await refusal(report(buyer, { pictures: `{problem_pictures/${path(picture)}}` }))).toMatchObject({
        hint: 'picture',
      })
    await report(buyer, { pictures: `{problem_pictures/${path('cake.webp')}}` })
    expect([
      await sees(seller, path('cake.webp')),
      await sees(stranger, path('cake.webp')),
      await sees(administrator, path('cake.webp')),
    ]).toEqual([1, 0, 0])
    const remove = (name: string) =>
      context.database.transaction(
        async (tx) => {
          await tx.run({ text: `select set_config('storage.allow_delete_query', 'true', true)`, values: [] })
          return (await tx.run({ text: 'delete from storage.objects where name = $1', values: [name] })).count
        },
        { role: 'authenticated', claims: JSON.stringify({ sub: buyer.id, role: 'authenticated' }) },
      )
    await upload(buyer, path('other.webp'))
    expect([await remove(path('cake.webp')), await remove(path('other.webp'))]).toEqual([0, 1])
  })

  it('a deleted buyer leaves a problem without words and pictures', async () => {
    const problem = await report(buyer)
    await answer(seller, problem, 'declined')
    await call(seller, 'advance_order($1::uuid, $2)', id, 'delivered')
    await context.database.run({ text: 'delete from auth.users where id = $1', values: [buyer.id] })
    expect(
      await seller.rows('select details, appeal, pictures, answer from order_problems where id = $1', problem),
    ).toEqual([{ details: null, appeal: null, pictures: '{}', answer: 'declined' }])
  })

  it.runIf(kind === 'postgres')(
    'a problem is answered and decided while the account of its buyer is deleted, without a deadlock',
    async () => {
      const steps = [
        (problem: string) => answer(seller, problem, 'refund', 5),
        (problem: string) => answer(seller, problem, 'declined'),
        (problem: string) => decide(administrator, problem, 'refund', 5),
        (problem: string) => decide(administrator, problem, 'no_refund'),
      ]
      for (const [n, step] of steps.entries()) {
        buyer = await context.member('Bo Buyer')
        id = await shipped()
        const problem = await report(buyer, { kind: 'allergen' })
        if (n > 1) await escalate(buyer, problem)
        let settled: Promise<unknown> = Promise.resolve()
        // As delete_account: the checkout first, then the problem.
        await context.database.transaction(async (tx) => {
          await tx.run({
            text: 'select from checkouts c join orders o on o.checkout_id = c.id where o.id = $1 for no key update of c',
            values: [id],
          })
          settled = step(problem)
          await lockWait(context, '(answer|decide)_problem')
          await tx.run({ text: 'update order_problems set details = null where id = $1', values: [problem] })
        })
        await settled
        expect(await state(problem)).toMatchObject({ state: n > 1 ? 'decided' : 'answered' })
      }
    },
  )
})
