/** Allergens of custom orders: the buyer's requests, the seller's answers, and what is ordered, paid and made. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asRecords } from '#backend/database/records'
import {
  type AllergenDeclaration,
  type AllergenState,
  allergenStates,
  allergens,
  readAllergens,
} from '#domain/food/allergens'
import { foodNameCases } from '#domain/food/food-name-cases'
import { type AllergenAnswer, answers as allAnswers, contradictions } from '#domain/orders/allergen-requests'
import { addDays, londonTime } from '#domain/values/calendar'
import { withMilk } from '../declarations.ts'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import {
  address,
  beginPayment,
  call,
  delivered,
  expireCheckout,
  forSale,
  order,
  pay,
  place,
  recordPaymentEvent,
} from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

const walnutCake = { ...withMilk, nuts: 'may_contain', almond: 'may_contain', walnut: 'may_contain' }
const nuts = { allergen: 'nuts', for: 'Mia' }
const kiwi = { other: 'kiwi' }
const requests = [nuts, kiwi]
/** What the walnut cake can promise. */
const honest = [
  { ...nuts, answer: 'kitchen' },
  { ...kiwi, answer: 'free' },
]
const nutFree = [
  { ...nuts, answer: 'free' },
  { ...kiwi, answer: 'cannot' },
]
/** Another recipe, for the answers in `nutFree`. */
const differently = { allergens: withMilk, ingredients: 'Sugar, milk, kiwi' }

describe.each(databases)('allergens of custom orders on %s', (kind) => {
  let context: TestContext
  let buyer: Actor
  let seller: Actor
  let third: Actor
  let shop: string
  let cake: string
  let room: string
  let home: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    third = await context.member('Third')
    await context.shop(third)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    buyer = await context.member('Bo Buyer')
    seller = await context.member('Seller')
    shop = await context.shop(seller, { name: 'Crumb' })
    cake = await context.product(shop, {
      ...forSale,
      name: 'Tower',
      product_type: 'bespoke',
      price: 0,
      allergens: walnutCake,
      ingredients: 'Sugar, milk',
    })
    home = await address(buyer)
    const opened = { seller_id: seller.id, product_id: cake, brief: { details: 'A tower', allergens: requests } }
    room = text(await buyer.insert('chat_rooms', opened), 'id')
  })

  const change = (actor: Actor, values: Values) => actor.update('chat_rooms', room, values)
  const quote = (values: Values = { allergen_answers: honest }) => change(seller, { price_quote: 45.5, ...values })
  const correct = (values: Values = { allergen_answers: nutFree, quote_declaration: differently }) =>
    change(seller, values)
  const accept = (agreed: object | null = honest, more: Values = {}) =>
    place(
      buyer,
      order(
        [
          delivered(shop, {
            product: cake,
            variation: null,
            chat_room_id: room,
            ...(agreed && { allergen_answers: agreed }),
            ...more,
          }),
        ],
        { address_id: home },
      ),
    )
  const roomNow = async () => (await buyer.rows('select * from chat_rooms where id = $1', room))[0]
  const ordersNow = () =>
    buyer.rows(
      'select status, allergen_answers, answers_agreed_at is not null as is_agreed from orders order by created_at',
    )

  it('a brief names allergens in a known form, each once', async () => {
    const request = (allergens: unknown) => change(buyer, { brief: { allergens } })
    const wrong: [string, unknown][] = [
      ['no list', { nuts: true }],
      ['an empty list', []],
      ['text', ['nuts']],
      ['an unknown allergen', [{ allergen: 'gravel' }]],
      ['a nameless allergen', [{ for: 'Mia' }]],
      ['two names in one', [{ allergen: 'nuts', other: 'kiwi' }]],
      ['an answer', [{ ...nuts, answer: 'free' }]],
      ['a person as a number', [{ allergen: 'nuts', for: 1 }]],
      ['no person', [{ allergen: 'nuts', for: null }]],
      ['an empty person', [{ allergen: 'nuts', for: '' }]],
      ['an overlong person', [{ allergen: 'nuts', for: 'x'.repeat(61) }]],
      ['an overlong food', [{ other: 'x'.repeat(61) }]],
      ['a food of two lines', [{ other: 'kiwi\nnuts' }]],
      ['a food with invisible characters', [{ other: 'n\u200buts' }]],
      ['a food without letters', [{ other: '--' }]],
      ['a legal allergen as a food', [{ other: 'NUTS' }]],
      ['a nut as a food', [{ other: 'walnuts' }]],
      ['the same twice', [nuts, { allergen: 'nuts' }]],
      ['the same food twice', [kiwi, { other: 'Kiwi' }]],
      ['nuts and walnuts', [{ allergen: 'walnut' }, nuts]],
      ['gluten and rye', [{ allergen: 'gluten' }, { allergen: 'rye' }]],
      ['41 allergens', Array.from({ length: 41 }, (_, n) => ({ other: `food ${n}` }))],
    ]
    for (const [name, allergens] of wrong)
      expect(await refusal(request(allergens)), name).toMatchObject({ code: '22023', hint: 'brief' })
    expect(await request([{ allergen: 'walnut' }, { allergen: 'pecan', for: 'Mia' }, { other: 'passion fruit' }])).toBe(
      1,
    )
    expect(
      await refusal(
        third.insert('chat_rooms', { seller_id: seller.id, product_id: cake, brief: { allergens: [{ other: '' }] } }),
      ),
    ).toMatchObject({ hint: 'brief' })
  })

  it('a quote answers each requested allergen, and nothing else', async () => {
    const wrong: [string, unknown][] = [
      ['no answers', null],
      ['an empty list', []],
      ['no list', { nuts: 'free' }],
      ['text', ['free', 'free']],
      ['one of two', honest.slice(0, 1)],
      ['an unknown answer', [honest[0], { ...kiwi, answer: 'perhaps' }]],
      ['a missing answer', [honest[0], kiwi]],
      ['another person', [{ ...honest[0], for: 'Tom' }, honest[1]]],
      ['another allergen', [{ allergen: 'milk', for: 'Mia', answer: 'cannot' }, honest[1]]],
      ['more than asked', [...honest, { allergen: 'eggs', answer: 'free' }]],
      ['an answer with a remark', [honest[0], { ...honest[1], note: 'mostly' }]],
    ]
    for (const [name, allergen_answers] of wrong)
      expect(await refusal(quote({ allergen_answers: allergen_answers as object })), name).toMatchObject({
        code: '23514',
        hint: 'answers',
      })
    expect(await refusal(quote({}))).toMatchObject({ hint: 'answers' })
    expect(await refusal(correct({ allergen_answers: honest }))).toMatchObject({ code: '23514', hint: 'answers' })
    expect(await roomNow()).toMatchObject({ price_quote: null, allergen_answers: null, quote_version: 0 })
    await quote()
    expect(await roomNow()).toMatchObject({ allergen_answers: honest, quote_declaration: null, quote_version: 1 })
    expect(await seller.rows('select allergen_answers, quote_version from my_conversations()')).toEqual([
      { allergen_answers: honest, quote_version: 1 },
    ])
  })

  it('a brief without allergens needs no answers, and gets none', async () => {
    await change(buyer, { brief: { details: 'A tower' } })
    expect(await refusal(quote())).toMatchObject({ hint: 'answers' })
    expect(await refusal(quote({ quote_declaration: differently }))).toMatchObject({ hint: 'answers' })
    await quote({})
    expect(await refusal(accept(honest))).toMatchObject({ code: 'PT409', hint: 'answers_changed' })
    await accept(null)
    expect(await ordersNow()).toMatchObject([{ allergen_answers: null, is_agreed: false }])
  })

  it('only the seller answers, and only the buyer asks', async () => {
    const answered = { allergen_answers: honest }
    expect(await refusal(change(buyer, answered))).toMatchObject({ code: forbidden, hint: 'not_seller' })
    expect(await refusal(change(buyer, { price_quote: 1, ...answered }))).toMatchObject({ code: forbidden })
    expect(await change(third, answered)).toBe(0)
    expect(await refusal(change(context.visitor, answered))).toMatchObject({ code: forbidden })
    // A seller cannot drop the request, not even together with the quote.
    expect(await refusal(change(seller, { price_quote: 45, brief: { details: 'A tower' } }))).toMatchObject({
      code: forbidden,
    })
    await quote()
    expect(await refusal(change(buyer, { allergen_answers: nutFree }))).toMatchObject({
      code: forbidden,
      hint: 'not_seller',
    })
    expect(await refusal(change(buyer, { brief: { allergens: [kiwi] } }))).toMatchObject({ code: forbidden })
    for (const column of ['quote_version', 'is_paid'])
      expect(await refusal(change(seller, { [column]: 1 })), column).toMatchObject({ code: forbidden })
    expect(
      await refusal(
        buyer.insert('chat_rooms', { seller_id: seller.id, product_id: await context.product(shop), ...answered }),
      ),
    ).toMatchObject({ code: forbidden })
  })

  it('an answer that contradicts the declaration needs a declaration for this order', async () => {
    const contradicting: Values[] = [
      { allergen_answers: [{ ...nuts, answer: 'free' }, honest[1] ?? {}] },
      { allergen_answers: nutFree, quote_declaration: { ...differently, allergens: walnutCake } },
      { allergen_answers: honest, quote_declaration: differently },
      { allergen_answers: [nutFree[0] ?? {}, honest[1] ?? {}], quote_declaration: differently },
    ]
    for (const values of contradicting)
      expect(await refusal(quote(values)), JSON.stringify(values)).toMatchObject({
        code: '23514',
        hint: 'answers_contradict',
      })
    const malformed: unknown[] = [
      withMilk,
      { ...differently, price: 1 },
      { ...differently, ingredients: 1 },
      { ...differently, ingredients: 'x'.repeat(5001) },
      { ...differently, allergens: { nuts: 'free' } },
      { ...differently, allergens: { ...withMilk, gravel: 'free' } },
      { ingredients: 'Sugar' },
      ['free'],
    ]
    for (const quote_declaration of malformed)
      expect(
        (await refusal(quote({ allergen_answers: nutFree, quote_declaration: quote_declaration as object }))).hint,
        JSON.stringify(quote_declaration),
      ).toBe('answers')
    await quote({ allergen_answers: nutFree, quote_declaration: differently })
    expect(await refusal(accept(nutFree, { allergens: walnutCake }))).toMatchObject({ hint: 'allergens_changed' })
    await pay(context, buyer, await accept(nutFree, { allergens: withMilk }))
    const items = await seller.rows('select allergens, ingredients from order_items')
    expect(items).toEqual([differently])
    // A later change of the product is not one of an order that is made differently.
    await seller.update('products', cake, { allergens: { ...walnutCake, nuts: 'contains', walnut: 'contains' } })
    await context.database.run({ text: 'select private.notify_allergen_changes()', values: [] })
    expect(await seller.rows('select from order_item_allergens')).toEqual([])
  })

  it('the buyer agrees to each answer by name, and the order records which and when', async () => {
    await quote()
    expect(await refusal(accept(null))).toMatchObject({ code: '22023', hint: 'answers_not_agreed' })
    for (const forged of [nutFree, honest.slice(0, 1), [], 'free', true])
      expect(await refusal(accept(forged as object)), JSON.stringify(forged)).toMatchObject({
        code: 'PT409',
        hint: 'answers_changed',
      })
    const placed = await accept()
    expect(await ordersNow()).toEqual([{ status: 'pending payment', allergen_answers: honest, is_agreed: true }])
    await pay(context, buyer, placed)
    expect(await seller.rows('select allergen_answers, brief from orders')).toEqual([
      { allergen_answers: honest, brief: { details: 'A tower' } },
    ])
    const [due] = await seller.rows('select due_at::date::text as day from orders')
    const [sheet] = await seller.rows('select prep_sheet($1::date) as sheet', text(due, 'day'))
    expect(sheet?.sheet).toMatchObject({ orders: [{ allergen_answers: honest }] })
    const emails = await context.service.rows(
      `select template from outbox where user_id in ($1, $2) and data::text like '%"kitchen"%' order by template`,
      buyer.id,
      seller.id,
    )
    expect(emails.map(({ template }) => template)).toEqual(['new-order', 'order-confirmed', 'quote'])
    expect(await refusal(correct())).toMatchObject({ code: '23514', hint: 'paid' })
    expect(await third.rows('select from orders')).toEqual([])
  })

  it('an order whose answers were changed cannot be paid, and the new quote needs a new acceptance', async () => {
    await quote()
    const first = await accept()
    const payment = await beginPayment(context, buyer, first.checkout_id)
    await correct()
    expect(await refusal(beginPayment(context, buyer, first.checkout_id))).toMatchObject({
      code: 'PT409',
      hint: 'answers_changed',
    })
    // The buyer was on the payment page when the seller changed the answer.
    expect(await recordPaymentEvent(context, { payment, amount: first.total })).toMatchObject({ result: 'refunding' })
    expect(await ordersNow()).toMatchObject([{ status: 'cancelled', allergen_answers: honest }])
    expect(await roomNow()).toMatchObject({ is_paid: false, quote_version: 2 })
    expect(
      await buyer.rows(`select message from notifications where title = 'Your payment is being refunded'`),
    ).toEqual([{ message: expect.stringContaining('The seller had changed an answer about allergens') }])
    expect(await refusal(accept(honest))).toMatchObject({ hint: 'answers_changed' })
    expect(await pay(context, buyer, await accept(nutFree))).toMatchObject({ result: 'paid' })
    expect(await ordersNow()).toMatchObject([
      { status: 'cancelled' },
      { status: 'processing', allergen_answers: nutFree },
    ])
  })

  it('answers that change there and back are another version, which a late payment does not pay', async () => {
    await quote()
    const late = await accept()
    const payment = await beginPayment(context, buyer, late.checkout_id)
    await expireCheckout(context, late.checkout_id)
    await call(context.service, 'expire_checkouts()')
    await correct()
    await correct({ allergen_answers: honest, quote_declaration: null as unknown as string })
    expect(await roomNow()).toMatchObject({ allergen_answers: honest, quote_version: 3 })
    expect(await recordPaymentEvent(context, { payment, amount: late.total })).toMatchObject({ result: 'refunding' })
    expect(await ordersNow()).toMatchObject([{ status: 'cancelled' }])
  })

  it('a late payment of unchanged answers is honoured, also after an extension', async () => {
    await quote()
    const late = await accept()
    const payment = await beginPayment(context, buyer, late.checkout_id)
    await expireCheckout(context, late.checkout_id)
    await call(context.service, 'expire_checkouts()')
    await seller.rows(`update chat_rooms set quote_expires_at = now() + interval '20 days' where id = $1`, room)
    expect(await recordPaymentEvent(context, { payment, amount: late.total })).toMatchObject({ result: 'paid' })
  })

  it('the buyer learns of changed answers, and not by an email about the earlier ones', async () => {
    await context.service.rows('delete from outbox')
    await quote()
    await correct()
    expect(await buyer.rows(`select title from notifications order by created_at, title`)).toEqual([
      { title: 'Price quoted' },
      { title: 'Answers about allergens changed' },
    ])
    const sent = await context.service.rows(`select data from claim_emails(50) where template = 'quote'`)
    expect(sent).toEqual([{ data: expect.objectContaining({ change: 'answers', answers: nutFree, version: 2 }) }])
    const said = await buyer.rows(`select content from chat_messages where type = 'system' order by created_at, id`)
    expect(said.at(-1)).toEqual({ content: 'The answers about allergens were changed.' })
  })

  it('a product whose allergens change after the quote cannot be bought under the old answer', async () => {
    await quote()
    await seller.update('products', cake, { allergens: { ...walnutCake, nuts: 'contains', walnut: 'contains' } })
    expect(await refusal(accept())).toMatchObject({ code: 'PT409', hint: 'answers_contradict' })
    await seller.update('products', cake, { allergens: walnutCake, ingredients: 'Sugar, milk, kiwis' })
    expect(await refusal(accept())).toMatchObject({ code: 'PT409', hint: 'answers_contradict' })
    // A correction makes it agree.
    await correct()
    await accept(nutFree)
  })

  it('a conversation says what its quote is made of today, and after the payment what the order is made of', async () => {
    const food = async (actor = buyer) =>
      (await actor.rows('select quoted_food from my_conversations()'))[0]?.quoted_food
    expect(await food()).toBeNull()
    await quote()
    expect(await food()).toEqual([{ allergens: walnutCake, ingredients: 'Sugar, milk' }])
    const withMilk = { ...walnutCake, milk: 'contains' }
    await seller.update('products', cake, { allergens: withMilk })
    for (const member of [buyer, seller])
      expect(await food(member)).toEqual([{ allergens: withMilk, ingredients: 'Sugar, milk' }])
    await correct()
    expect(await food()).toEqual([differently])
    await correct({ allergen_answers: honest, quote_declaration: null as unknown as string })
    await pay(context, buyer, await accept())
    const withNuts = { ...withMilk, nuts: 'contains', walnut: 'contains' }
    await seller.update('products', cake, { allergens: withNuts, ingredients: 'Walnuts' })
    expect(await food()).toEqual([{ allergens: withMilk, ingredients: 'Sugar, milk' }])
    await context.database.run({ text: 'select private.notify_allergen_changes()', values: [] })
    expect(await food()).toEqual([{ allergens: withNuts, ingredients: 'Walnuts' }])
  })

  it('a cancelled order ends its answers, and the next quote needs new ones', async () => {
    await quote()
    const placed = await accept()
    await pay(context, buyer, placed)
    await call(seller, 'cancel_order($1, $2)', placed.orders[0]?.id ?? '', 'The oven broke')
    expect(await roomNow()).toMatchObject({ price_quote: null, allergen_answers: null, quote_version: 2 })
    expect(await ordersNow()).toMatchObject([{ status: 'cancelled', allergen_answers: honest }])
    await change(buyer, { brief: { allergens: [{ allergen: 'eggs' }] } })
    expect(await refusal(quote())).toMatchObject({ hint: 'answers' })
    await quote({ allergen_answers: [{ allergen: 'eggs', answer: 'free' }] })
  })

  it('the buyer can name an allergen after the price, which withdraws the quote until it is answered', async () => {
    await quote()
    const named = { details: 'A tower', allergens: [...requests, { allergen: 'sesame' }] }
    const inAMonth = addDays(londonTime(new Date()).date, 30)
    const more: Values[] = [{ brief: { ...named, details: 'Two towers' } }, { brief: named, wanted_on: inAMonth }]
    for (const values of more)
      expect(await refusal(change(buyer, values))).toMatchObject({ code: forbidden, hint: 'brief' })
    expect(await refusal(change(seller, { brief: named }))).toMatchObject({ code: forbidden, hint: 'brief' })
    expect(await change(buyer, { brief: named })).toBe(1)
    expect(await roomNow()).toMatchObject({ price_quote: null, allergen_answers: null, quote_expires_at: null })
    expect(await refusal(accept())).toMatchObject({ code: 'PT409' })
    expect(await buyer.rows(`select content from chat_messages where content like '%no longer applies%'`)).toHaveLength(
      1,
    )
    const sesame = { allergen: 'sesame', answer: 'free' }
    expect(await refusal(quote())).toMatchObject({ hint: 'answers' })
    await quote({ allergen_answers: [...honest, sesame] })
    expect(await accept([...honest, sesame])).toMatchObject({ orders: [expect.anything()] })
  })

  it('an order that awaits payment keeps its quote until it is cancelled', async () => {
    await quote()
    await accept()
    const brief = { details: 'A tower', allergens: [nuts] }
    expect(await refusal(change(buyer, { brief }))).toMatchObject({ code: 'PT409', hint: 'being_paid' })
    expect(await roomNow()).toMatchObject({ price_quote: expect.anything() })
  })

  it('a deleted account takes the requests and the answers with it', async () => {
    await quote()
    const placed = await accept()
    await pay(context, buyer, placed)
    await call(seller, 'cancel_order($1, $2)', placed.orders[0]?.id ?? '', 'The oven broke')
    await context.database.run({ text: 'delete from auth.users where id = $1', values: [buyer.id] })
    expect(await seller.rows('select buyer_id, brief, allergen_answers, answers_agreed_at from orders')).toEqual([
      { buyer_id: null, brief: null, allergen_answers: null, answers_agreed_at: null },
    ])
  })

  it('an answer is corrected at most five times, with as many messages, notifications and emails', async () => {
    await quote()
    const [row] = await context.service.rows(
      `select count(*) from outbox where template = 'quote' and user_id = $1`,
      buyer.id,
    )
    expect(Number(row?.count)).toBe(1)
    for (let n = 0; n < 7; n += 1) {
      const corrected = correct({
        allergen_answers: [honest[0], { ...kiwi, answer: n % 2 || n > 4 ? 'free' : 'cannot' }],
      })
      if (n < 5) await corrected
      else expect(await refusal(corrected)).toMatchObject({ code: 'PT429' })
    }
    expect(await roomNow()).toMatchObject({ quote_version: 6 })
    const told = async (table: string, condition: string) =>
      Number((await context.service.rows(`select count(*) from ${table} where ${condition}`))[0]?.count)
    expect(await told('chat_messages', `chat_room_id = '${room}' and content like 'The answers%'`)).toBe(5)
    expect(await told('notifications', `user_id = '${buyer.id}' and title like 'Answers%'`)).toBe(5)
    expect(await told('outbox', `user_id = '${buyer.id}' and template = 'quote'`)).toBe(6)
  })

  it('an answer about a nut that the product does not name may be any but free, unless the order declares it', async () => {
    const asked = (answer: string) => ({ allergen_answers: [{ allergen: 'pecan', answer }] })
    await change(buyer, { brief: { allergens: [{ allergen: 'pecan' }] } })
    expect(await refusal(quote(asked('free')))).toMatchObject({ hint: 'answers_contradict' })
    await quote(asked('kitchen'))
    await correct(asked('cannot'))
    expect(await refusal(correct(asked('free')))).toMatchObject({ hint: 'answers_contradict' })
    await correct({ ...asked('free'), quote_declaration: { allergens: { ...walnutCake, pecan: 'free' } } })
    expect(await roomNow()).toMatchObject({ quote_version: 3 })
  })

  it('the database and the pages find the same foods in ingredients', async () => {
    const found = asRecords(
      await context.database.run({
        text: `select private.names_ingredient(c ->> 0, c ->> 1) as is_named
          from jsonb_array_elements($1::jsonb) with ordinality e (c, n) order by n`,
        values: [JSON.stringify(foodNameCases)],
      }),
    )
    expect(found).toEqual(foodNameCases.map(([, , isNamed]) => ({ is_named: isNamed })))
  })

  it('the database and the pages find the same contradictions', async () => {
    const keys = allergens.flatMap(({ key, kinds }) => [key, ...kinds.map((kind) => kind.key)])
    const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T
    const declaration = (): AllergenDeclaration => {
      const all: [string, AllergenState][] = keys.flatMap((key): [string, AllergenState][] =>
        Math.random() < 0.4 && !allergens.some((allergen) => allergen.key === key) ? [] : [[key, pick(allergenStates)]],
      )
      return readAllergens(Object.fromEntries(all)) ?? {}
    }
    const drawn = Array.from({ length: cases(200, 2000) }, () => {
      const given: AllergenAnswer[] = [
        { allergen: pick(keys), answer: pick(allAnswers) },
        { other: pick(['kiwi', 'Passion fruit', 'sago']), answer: pick(allAnswers) },
      ]
      const ingredients = pick([null, 'Sugar, kiwis', 'passion-fruit, SAGO.', 'kiwifruit', 'pulp of passion fruits'])
      return { given, allergens: declaration(), ingredients }
    })
    const found = asRecords(
      await context.database.run({
        text: `select private.contradicted_answer(c -> 'given', c -> 'allergens', c ->> 'ingredients') as name
          from jsonb_array_elements($1::jsonb) with ordinality e (c, n) order by n`,
        values: [JSON.stringify(drawn)],
      }),
    )
    const expected = drawn.map(({ given, ...order }) => {
      const [first] = contradictions(given, order)
      return { name: first ? ('allergen' in first ? first.allergen : first.other) : null }
    })
    for (const [n, name] of expected.entries()) expect(found[n], JSON.stringify(drawn[n])).toEqual(name)
    expect(new Set(expected.map(({ name }) => name === null)).size).toBe(2)
  })
})

describe.runIf(databases.includes('postgres'))('allergens of custom orders in a race', () => {
  it('a payment and a correction at the same time leave either a paid order with its answers or a refund', async () => {
    const context = await openTestContext('postgres')
    try {
      const seller = await context.member('Seller')
      const shop = await context.shop(seller)
      for (let round = 0; round < cases(6, 30); round += 1) {
        const buyer = await context.member()
        const cake = await context.product(shop, {
          ...forSale,
          product_type: 'bespoke',
          price: 0,
          allergens: walnutCake,
        })
        const opened = { seller_id: seller.id, product_id: cake, brief: { allergens: requests } }
        const room = text(await buyer.insert('chat_rooms', opened), 'id')
        await seller.update('chat_rooms', room, { price_quote: 45.5, allergen_answers: honest })
        const line = { product: cake, variation: null, chat_room_id: room, allergen_answers: honest }
        const placed = await place(buyer, order([delivered(shop, line)], { address_id: await address(buyer) }))
        const payment = await beginPayment(context, buyer, placed.checkout_id)
        const [paid, corrected] = await Promise.allSettled([
          recordPaymentEvent(context, { payment, amount: placed.total }),
          seller.update('chat_rooms', room, { allergen_answers: nutFree, quote_declaration: differently }),
        ])
        if (paid.status === 'rejected') throw paid.reason
        if (corrected.status === 'rejected')
          expect(await refusal(Promise.reject(corrected.reason))).toMatchObject({ hint: 'paid' })
        const [end] = await context.service.rows(
          `select r.is_paid, r.quote_version = o.quote_version as is_same, r.allergen_answers = o.allergen_answers as are_agreed
          from chat_rooms r join orders o on o.chat_room_id = r.id where r.id = $1`,
          room,
        )
        const isPaid = paid.value.result === 'paid'
        expect(end).toEqual({ is_paid: isPaid, is_same: isPaid, are_agreed: isPaid })
        expect(corrected.status).toBe(isPaid ? 'rejected' : 'fulfilled')
      }
    } finally {
      await context.close()
    }
  })

  it('a brief whose allergens change while the seller quotes has no quote afterwards', async () => {
    const context = await openTestContext('postgres')
    try {
      const seller = await context.member('Seller')
      const shop = await context.shop(seller)
      for (let round = 0; round < cases(6, 30); round += 1) {
        const buyer = await context.member()
        const cake = await context.product(shop, { ...forSale, product_type: 'bespoke', price: 0, allergens: withMilk })
        const opened = { seller_id: seller.id, product_id: cake, brief: { allergens: [{ allergen: 'eggs' }] } }
        const room = text(await buyer.insert('chat_rooms', opened), 'id')
        const eggs = [{ allergen: 'eggs', answer: 'free' }]
        const ends = await Promise.allSettled([
          seller.update('chat_rooms', room, { price_quote: 9, allergen_answers: eggs }),
          buyer.update('chat_rooms', room, { brief: { allergens: [{ allergen: 'eggs' }, { allergen: 'milk' }] } }),
        ])
        // A quote that came first was withdrawn again.
        expect(ends[1]?.status).toBe('fulfilled')
        const [end] = await context.service.rows(
          `select price_quote is not null as is_quoted, jsonb_array_length(brief -> 'allergens') as asked,
            coalesce(jsonb_array_length(allergen_answers), 0) as answered from chat_rooms where id = $1`,
          room,
        )
        expect(end).toEqual({ is_quoted: false, asked: 2, answered: 0 })
      }
    } finally {
      await context.close()
    }
  })

  it('an allergen that is named while the quote is accepted ends either the quote or the change', async () => {
    const context = await openTestContext('postgres')
    try {
      const seller = await context.member('Seller')
      const shop = await context.shop(seller)
      for (let round = 0; round < cases(6, 30); round += 1) {
        const buyer = await context.member()
        const cake = await context.product(shop, { ...forSale, product_type: 'bespoke', price: 0, allergens: withMilk })
        const room = text(await buyer.insert('chat_rooms', { seller_id: seller.id, product_id: cake }), 'id')
        await seller.update('chat_rooms', room, { price_quote: 45.5 })
        const line = { product: cake, variation: null, chat_room_id: room }
        const accepted = order([delivered(shop, line)], { address_id: await address(buyer) })
        const ends = await Promise.allSettled([
          place(buyer, accepted),
          buyer.update('chat_rooms', room, { brief: { allergens: [{ allergen: 'eggs' }] } }),
        ])
        expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        const [end] = await context.service.rows(
          `select price_quote is not null as is_quoted, exists (select from orders o where o.chat_room_id = r.id) as is_ordered
          from chat_rooms r where id = $1`,
          room,
        )
        const isOrdered = ends[0]?.status === 'fulfilled'
        expect(end).toEqual({ is_quoted: isOrdered, is_ordered: isOrdered })
      }
    } finally {
      await context.close()
    }
  })
})
