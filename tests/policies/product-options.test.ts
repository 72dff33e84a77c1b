/** Choices and questions of products: saving them, ordering with them, their stock, and what they add to the declaration. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sharedAllergens, withChoices } from '#domain/food/choice-allergens'
import { anyChoiceAllergens, anyDeclaration } from '#domain/food/random-declarations'
import { writeProducts } from '#web/features/sell/products/product-csv.ts'
import { planImport } from '#web/features/sell/products/product-import.ts'
import { withMilk } from '../declarations.ts'
import { everyDatabase } from '../harness.ts'
import {
  address,
  beginPayment,
  call,
  column,
  delivered,
  expireCheckout,
  forSale,
  order,
  pay,
  place,
  recordPaymentEvent,
  stockOf,
} from './order-fixtures.ts'
import { type Actor, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

describe.each(everyDatabase)('options of products on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let buyer: Actor
  let shop: string
  let cake: string
  let home: string
  beforeAll(async () => {
    context = await openTestContext(kind)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    seller = await context.member('Seller')
    buyer = await context.member('Buyer')
    shop = await context.shop(seller)
    cake = await context.product(shop, { ...forSale, name: 'Lemon cake', price: 20, stock: 10 })
    home = await address(buyer)
  })

  const topping = (more: object = {}) => ({
    name: 'Topping',
    choices: [
      { name: 'Walnut', price_delta: 2.5, allergens: { nuts: 'contains', walnut: 'contains' }, stock: 3 },
      { name: 'Cherry', price_delta: 0 },
      { name: 'No icing', price_delta: -1 },
    ],
    ...more,
  })
  const message = { name: 'Message', max_length: 30, price: 2 }
  const save = (product: object, member = seller) =>
    member.rows('select public.save_product($1) as saved', { id: cake, ...product })
  /** The ids of the saved groups, choices and questions, by name. */
  async function saved(product: object): Promise<Record<string, string>> {
    await save(product)
    const rows = await context.service.rows(
      `select name, id from product_option_groups where product_id = $1
        union all select name, id from product_option_choices where product_id = $1
        union all select name, id from product_questions where product_id = $1
        union all select name, id from product_variations where product_id = $1`,
      cake,
    )
    return Object.fromEntries(rows.map((row) => [text(row, 'name'), text(row, 'id')]))
  }
  const wanted = (more: object = {}) => order([delivered(shop, { product: cake, ...more })], { address_id: home })
  const refused = (more: object) => refusal(place(buyer, wanted(more)))
  const pick = (ids: Record<string, string>, ...names: readonly string[]) => ({
    group_id: ids.Topping,
    choice_ids: names.map((name) => ids[name]),
  })
  const choiceStock = async (id = '') => {
    const [row] = await context.service.rows(
      'select stock from product_option_choices where id = $1 union all select stock from product_variations where id = $1',
      id,
    )
    return row?.stock
  }

  it('an order cannot be paid after what it contains has changed, by its product or by a choice', async () => {
    const ids = await saved({ option_groups: [topping()] })
    const placed = await place(buyer, wanted({ options: [pick(ids, 'Cherry')] }))
    const begin = () => beginPayment(context, buyer, placed.checkout_id)
    await begin()
    const changes: [string, Values][] = [
      ['products', { id: cake, allergens: { ...withMilk, eggs: 'may_contain' } }],
      ['product_option_choices', { id: ids.Cherry ?? '', allergens: { soya: 'contains' } }],
    ]
    for (const [table, { id, ...values }] of changes) {
      const [before] = await context.service.rows(`select allergens from ${table} where id = $1`, String(id))
      await context.service.update(table, String(id), values)
      expect(await refusal(begin())).toMatchObject({ code: 'PT409', hint: 'allergens_changed' })
      await context.service.update(table, String(id), { allergens: before?.allergens as Values })
      await begin()
    }
  })

  it('a quote without a declaration of its own contains what every choice would add', async () => {
    const filling = topping({
      name: 'Filling',
      is_required: true,
      choices: [
        { name: 'Hazelnut', allergens: { nuts: 'contains', hazelnut: 'contains' } },
        { name: 'Almond', allergens: { nuts: 'contains', almond: 'contains' } },
      ],
    })
    await saved({ option_groups: [filling] })
    const brief = { details: 'For a party', allergens: [{ allergen: 'nuts' }] }
    const room = text(await buyer.insert('chat_rooms', { seller_id: seller.id, product_id: cake, brief }), 'id')
    const quote = (answer: string) =>
      seller.update('chat_rooms', room, { price_quote: 30, allergen_answers: [{ allergen: 'nuts', answer }] })
    expect(await refusal(quote('free'))).toMatchObject({ hint: 'answers_contradict' })
    await quote('cannot')
    const accepted = {
      chat_room_id: room,
      allergen_answers: [{ allergen: 'nuts', answer: 'cannot' }],
      variation: null,
      allergens: { ...withMilk, nuts: 'contains' },
    }
    await pay(context, buyer, await place(buyer, wanted(accepted)))
    const bought = await buyer.rows(`select allergens ->> 'nuts' as nuts from order_items where product_id = $1`, cake)
    expect(bought).toEqual([{ nuts: 'contains' }])
    await context.database.run({ text: 'select private.notify_allergen_changes()', values: [] })
    expect(await buyer.rows('select from order_item_allergens')).toEqual([])
  })

  it('a product without any asks nothing, and one that is not personalised refuses a greeting', async () => {
    await place(buyer, wanted())
    expect(await refused({ variation: 'Vanilla' })).toMatchObject({ code: 'PT409', hint: 'variation' })
    await save({ is_personalisable: false })
    expect(await refused({ personalization: 'thank_you' })).toMatchObject({ code: 'PT409', hint: 'personalization' })
    await save({ is_personalisable: true, personalisation_price: 1.5, personalisation_max_length: 5 })
    const words = (custom_request_details: string) => ({ personalization: 'custom', custom_request_details })
    expect(await refused(words('For Ann'))).toMatchObject({ code: '22023', hint: 'personalization' })
    expect(await place(buyer, wanted(words('Ann')))).toMatchObject({ subtotal: 21.5 })
  })

  it('with a single variation and a required group of one choice, buyers are not asked, and both are stored', async () => {
    await saved({
      variations: [{ name: '8 inch', price_delta: 1 }],
      option_groups: [topping({ choices: [{ name: 'Cherry', price_delta: 3 }] })],
    })
    expect(await place(buyer, wanted())).toMatchObject({ subtotal: 24 })
    expect(await buyer.rows('select variation, options_text from order_items')).toEqual([
      { variation: '8 inch', options_text: 'Topping: Cherry' },
    ])
  })

  it('are priced by the database, and the line keeps them in words with the allergens that they add', async () => {
    const ids = await saved({ option_groups: [topping({ max_choices: 2 })], questions: [message] })
    const options = [{ question_id: ids.Message, text: '  Happy  birthday Ann ' }, pick(ids, 'Walnut', 'Cherry')]
    expect(await place(buyer, wanted({ options, quantity: 2 }))).toMatchObject({ subtotal: 49 })
    const [item] = await buyer.rows('select price, options_text, options, allergens from order_items')
    expect(item).toMatchObject({
      price: '24.50',
      options_text: 'Topping: Walnut, Cherry; Message: “Happy birthday Ann”',
    })
    expect(item?.allergens).toEqual({ ...withMilk, nuts: 'contains', walnut: 'contains' })
    expect(item?.options).toEqual([
      {
        group_id: ids.Topping,
        choice_ids: expect.arrayContaining([ids.Walnut, ids.Cherry]),
        name: 'Topping',
        value: 'Walnut, Cherry',
      },
      { question_id: ids.Message, name: 'Message', text: 'Happy birthday Ann' },
    ])
  })

  it('a declaration read without the chosen allergens is refused, and one with them is accepted', async () => {
    const ids = await saved({ option_groups: [topping()] })
    const options = [pick(ids, 'Walnut')]
    expect(await refused({ options, allergens: withMilk })).toMatchObject({ hint: 'allergens_changed' })
    await place(buyer, wanted({ options, allergens: { ...withMilk, nuts: 'contains', walnut: 'contains' } }))
    await place(buyer, wanted({ options: [pick(ids, 'Cherry')], allergens: withMilk }))
  })

  it('missing, unknown, foreign and too many choices and answers are refused, and nothing is stored', async () => {
    const ids = await saved({ option_groups: [topping()], questions: [{ ...message, is_required: true }] })
    const answered = { question_id: ids.Message, text: 'Ann' }
    const other = await context.product(shop, forSale)
    const foreign = text(
      await context.service.insert('product_option_groups', { product_id: other, name: 'Other' }),
      'id',
    )
    const cases: [options: readonly object[], code: string, hint: string][] = [
      [[answered], '22023', 'options_missing'],
      [[pick(ids, 'Cherry')], '22023', 'options_missing'],
      [[pick(ids, 'Cherry'), { question_id: ids.Message, text: '  ' }], '22023', 'options_missing'],
      [[pick(ids, 'Cherry'), { question_id: ids.Message, text: 'x'.repeat(31) }], '22023', 'options'],
      [[answered, pick(ids, 'Cherry', 'Walnut')], '22023', 'options'],
      [[answered, { group_id: ids.Topping, choice_ids: [randomUUID()] }], 'PT409', 'options'],
      [[answered, pick(ids, 'Cherry'), { group_id: foreign, choice_ids: [ids.Cherry] }], 'PT409', 'options'],
      [[answered, pick(ids, 'Cherry'), { question_id: randomUUID(), text: 'A' }], 'PT409', 'options'],
      [[answered, pick(ids, 'Cherry'), pick(ids, 'Walnut')], '22023', 'malformed'],
    ]
    for (const [options, code, hint] of cases)
      expect(await refused({ options }), JSON.stringify(options)).toMatchObject({ code, hint })
    expect(await buyer.count('select from checkouts')).toBe(0)
  })

  it('discounts together cannot make a product free', async () => {
    const ids = await saved({
      price: 1.5,
      variations: [{ name: 'Small', price_delta: -0.6 }],
      option_groups: [topping()],
    })
    expect(await refused({ variation: 'Small', options: [pick(ids, 'No icing')] })).toMatchObject({
      code: 'PT409',
      hint: 'variation',
    })
  })

  it('the stock of a choice is taken, limits all lines together, and returns when the checkout expires', async () => {
    const ids = await saved({
      option_groups: [topping()],
      variations: [{ name: 'Large', stock: 5 }, { name: 'Small' }],
    })
    const walnut = (quantity: number, more: object = {}) => ({
      product: cake,
      quantity,
      variation: 'Large',
      options: [pick(ids, 'Walnut')],
      ...more,
    })
    const both = order([delivered(shop, walnut(2), walnut(2, { personalization: 'thank_you' }))], { address_id: home })
    expect(await refusal(place(buyer, both))).toMatchObject({
      hint: 'sold_out',
      message: 'Only 3 × Lemon cake left as “Walnut”.',
    })
    const placed = await place(buyer, wanted({ ...walnut(3) }))
    expect([await choiceStock(ids.Walnut), await choiceStock(ids.Large), await stockOf(context, cake)]).toEqual([
      0, 2, 7,
    ])
    expect(await refused(walnut(1))).toMatchObject({ hint: 'sold_out', message: 'Lemon cake is sold out as “Walnut”.' })
    await expireCheckout(context, placed.checkout_id)
    await call(context.service, 'expire_checkouts()')
    expect([await choiceStock(ids.Walnut), await choiceStock(ids.Large), await stockOf(context, cake)]).toEqual([
      3, 5, 10,
    ])
  })

  it('a late payment takes the stock of a choice again, and is refunded when that is gone', async () => {
    const ids = await saved({ option_groups: [topping()] })
    const line = { options: [pick(ids, 'Walnut')], quantity: 2 }
    const late = async () => {
      const placed = await place(buyer, wanted(line))
      const payment = await beginPayment(context, buyer, placed.checkout_id)
      await expireCheckout(context, placed.checkout_id)
      await call(context.service, 'expire_checkouts()')
      return { placed, payment }
    }
    const first = await late()
    const second = await late()
    const settle = ({ placed, payment }: typeof first) => recordPaymentEvent(context, { payment, amount: placed.total })
    expect(await settle(first)).toMatchObject({ result: 'paid' })
    expect(await choiceStock(ids.Walnut)).toBe(1)
    expect((await settle(second)).result).not.toBe('paid')
    expect(await choiceStock(ids.Walnut)).toBe(1)
    await call(buyer, 'cancel_order($1)', first.placed.orders[0]?.id ?? '')
    expect(await choiceStock(ids.Walnut)).toBe(3)
  })

  it('stock returns to a choice that was renamed, and to a variation that was saved again', async () => {
    const ids = await saved({
      option_groups: [topping()],
      variations: [{ name: 'Large', stock: 5 }, { name: 'Small' }],
    })
    const placed = await place(buyer, wanted({ variation: 'Large', options: [pick(ids, 'Walnut')] }))
    await saved({
      option_groups: [
        { id: ids.Topping, name: 'On top', choices: [{ id: ids.Walnut, name: 'Walnuts', stock: 2 }, { name: 'Fig' }] },
      ],
      variations: [{ name: 'Small' }, { name: 'Large' }],
    })
    await call(buyer, 'cancel_checkout($1)', placed.checkout_id)
    expect([await choiceStock(ids.Walnut), await choiceStock(ids.Large)]).toEqual([3, 5])
    expect(await choiceStock(ids.Cherry)).toBeUndefined()
  })

  it('a buyer cannot hold all of a choice without paying', async () => {
    await context.service.update('products', cake, { stock: 0, is_made_to_order: true })
    const ids = await saved({
      option_groups: [topping({ choices: [{ name: 'Walnut', stock: 40 }, { name: 'Cherry' }] })],
    })
    expect(await refused({ quantity: 21, options: [pick(ids, 'Walnut')] })).toMatchObject({
      code: 'PT429',
      hint: 'stock_held',
    })
    await place(buyer, wanted({ quantity: 99, options: [pick(ids, 'Cherry')] }))
  })

  it('a product that is made to order is never sold out, and takes and returns no stock', async () => {
    await context.service.update('products', cake, { stock: 1, is_made_to_order: true })
    const placed = await place(buyer, wanted({ quantity: 60 }))
    await context.service.update('products', cake, { is_made_to_order: false })
    await call(buyer, 'cancel_checkout($1)', placed.checkout_id)
    expect(await stockOf(context, cake)).toBe(1)
  })

  it('only their owner writes them, in the database and by saving', async () => {
    const ids = await saved({ option_groups: [topping()], questions: [message] })
    const other = await context.member('Other')
    await context.shop(other)
    expect(await refusal(save({ option_groups: [] }, other))).toMatchObject({ code: 'PT404' })
    expect(await other.count('update product_option_choices set price_delta = 0 where id = $1', ids.Walnut ?? '')).toBe(
      0,
    )
    expect(await context.visitor.count('select from product_option_choices where product_id = $1', cake)).toBe(3)
    await context.service.update('products', cake, { status: 'draft' })
    expect(await context.visitor.count('select from product_option_choices where product_id = $1', cake)).toBe(0)
    expect(await refusal(save({ option_groups: [{ name: 'Empty', choices: [] }] }))).toMatchObject({ hint: 'options' })
    expect(await refusal(save({ option_groups: [topping(), topping()] }))).toMatchObject({ code: '23505' })
  })

  it('swap their names in one save', async () => {
    const fig = { name: 'Filling', is_required: false, choices: [{ name: 'Fig' }] }
    const before = await saved({
      option_groups: [topping(), fig],
      questions: [message, { name: 'Age', max_length: 3 }],
    })
    const after = await saved({
      option_groups: [
        {
          id: before.Topping,
          name: 'Filling',
          choices: [
            { id: before.Walnut, name: 'Cherry' },
            { id: before.Cherry, name: 'Walnut' },
          ],
        },
        { id: before.Filling, name: 'Topping', choices: [{ id: before.Fig, name: 'Fig' }] },
      ],
      questions: [
        { ...message, id: before.Message, name: 'Age' },
        { id: before.Age, name: 'Message' },
      ],
    })
    expect(after).toEqual({
      Filling: before.Topping,
      Topping: before.Filling,
      Cherry: before.Walnut,
      Walnut: before.Cherry,
      Fig: before.Fig,
      Age: before.Message,
      Message: before.Age,
    })
  })

  it('return from a products file as they were, with their ids, and a line without an id adds a copy', async () => {
    const dried = {
      name: 'Fig | [dried]',
      allergens: { milk: 'removed', soya: 'free' },
      ingredients: 'figs; oil = 5 %',
      replaces: 'butter, milk',
      net_quantity: '1 kg',
    }
    const fig = { name: 'Filling = jam', is_required: false, max_choices: 2, choices: [dried] }
    const before = await saved({
      variations: [{ name: '8 inch', price_delta: 9.5, stock: 4, allergens: { milk: 'contains' } }, { name: '6 inch' }],
      option_groups: [topping(), fig],
      questions: [message, { name: 'Age', is_required: true, max_length: 3 }],
    })
    const options = async (product: string) => {
      const [row] = await seller.rows('select private.options_to_copy($1)::text as options', product)
      return JSON.parse(text(row, 'options'))
    }
    const stored = await options(cake)
    const [product] = await seller.rows('select to_jsonb(p)::text as product from products p where id = $1', cake)
    const file = writeProducts([{ ...JSON.parse(text(product, 'product')), images: [], ...stored }])
    const own = new Map([
      [
        cake,
        {
          status: 'active',
          product_type: 'standardized',
          isDeclared: true,
          allergens: { nuts: 'contains' as const, walnut: 'contains' as const },
          allergen_answers: [],
          ingredients: null,
          variations: [],
          option_groups: [],
        },
      ],
    ])
    const imported = async (csv: string) => {
      const plan = planImport(csv, own)
      expect(plan.errors).toEqual([])
      const lines = plan.products.map(({ id, record }) => ({ ...record, ...(id !== null && { id }) }))
      await seller.rows('select import_products($1::jsonb)', JSON.parse(JSON.stringify(lines)))
    }
    await imported(file)
    expect(await options(cake)).toEqual(stored)
    await imported(file.replace(cake, '').replace('Lemon cake', 'Lime cake'))
    const [lime] = await seller.rows(`select id from products where name = 'Lime cake'`)
    const differs = (key: string) => ['id', 'product_id', 'group_id', 'created_at'].includes(key)
    const comparable = (value: unknown) =>
      JSON.parse(JSON.stringify(value, (key, inner: unknown) => (differs(key) ? undefined : inner)))
    expect(comparable(await options(text(lime, 'id')))).toEqual(comparable(stored))

    // A list of prices keeps stock and allergens. What is left out is removed.
    await imported(`id,choices\n${cake},topping = No icing: 0 | WALNUT: 3 | Fig`)
    const [group, ...others] = (await options(cake)).option_groups
    expect(others).toEqual([])
    expect(group).toMatchObject({ id: before.Topping, name: 'topping', choices: [{ id: before['No icing'] }, {}, {}] })
    expect(group.choices[1]).toMatchObject({
      id: before.Walnut,
      price_delta: 3,
      stock: 3,
      allergens: { nuts: 'contains', walnut: 'contains' },
    })
    expect(Object.values(before)).not.toContain(group.choices[2].id)
    await imported(`id,choices\n${cake},Topping = Walnut [no stock limit; no allergens]`)
    expect((await options(cake)).option_groups[0].choices).toMatchObject([
      { id: before.Walnut, stock: null, allergens: {} },
    ])
  })

  it('with an id keep their row, also if another one takes their name', async () => {
    const before = await saved({ option_groups: [topping()] })
    const after = await saved({
      option_groups: [
        topping({
          id: before.Topping,
          choices: [{ id: before.Walnut, name: 'Cherry' }, { name: 'Walnut' }, { name: 'No icing' }],
        }),
      ],
    })
    expect(after).toMatchObject({ Cherry: before.Walnut, 'No icing': before['No icing'] })
    expect(Object.values(before)).not.toContain(after.Walnut)
  })

  it('keep their ids when they are saved again in another order, and a copy gets its own', async () => {
    const fig = { name: 'Filling', is_required: false, choices: [{ name: 'Fig' }] }
    const before = await saved({ option_groups: [topping(), fig], questions: [message] })
    const after = await saved({
      option_groups: [
        { ...fig, id: before.Filling, choices: [{ id: before.Fig, name: 'Fig' }] },
        {
          id: before.Topping,
          name: 'Topping',
          choices: [
            { id: before.Cherry, name: 'Cherry' },
            { id: before.Walnut, name: 'Walnut' },
          ],
        },
      ],
      questions: [{ ...message, id: before.Message }],
    })
    const { 'No icing': _, ...kept } = before
    expect(after).toEqual(kept)
    const [copy] = await seller.rows('select public.duplicate_product($1) as id', cake)
    expect(
      await seller.rows(
        'select name, id = $2 as is_same from product_option_choices where product_id = $1 order by name',
        text(copy, 'id'),
        before.Fig ?? '',
      ),
    ).toEqual([
      { name: 'Cherry', is_same: false },
      { name: 'Fig', is_same: false },
      { name: 'Walnut', is_same: false },
    ])
  })

  it('that add an allergen to every required choice hide the product from a search without it', async () => {
    /** What a search for food without tree nuts finds in the shop. */
    const found = async (avoid: string) => {
      const [row] = await context.visitor.rows(
        `select public.search_products(avoid => array['${avoid}'], shop => (select slug from shops where id = $1)) as result`,
        shop,
      )
      return column(z.object({ items: z.array(z.object({ name: z.string() })) }).parse(row?.result).items, 'name')
    }
    const tokens = async () => {
      const [row] = await context.service.rows(
        `select required_allergens, option_allergens from products where id = $1`,
        cake,
      )
      return row
    }
    const walnut = { name: 'Walnut', allergens: { nuts: 'contains', walnut: 'contains' } }
    const almond = { name: 'Almond', allergens: { nuts: 'contains', almond: 'contains' } }
    await saved({ option_groups: [topping({ choices: [walnut, { name: 'Cherry' }] })] })
    expect(await tokens()).toEqual({
      required_allergens: { nuts: 'may_contain', walnut: 'may_contain' },
      option_allergens: walnut.allergens,
    })
    expect(await found('nuts')).toEqual([])
    expect(await found('contains:nuts')).toEqual(['Lemon cake'])
    const ids = await saved({ option_groups: [topping({ choices: [walnut, almond] })] })
    expect(await tokens()).toEqual({
      required_allergens: { nuts: 'contains' },
      option_allergens: { ...walnut.allergens, ...almond.allergens },
    })
    expect(await found('nuts')).toEqual([])
    expect(await found('contains:nuts')).toEqual([])
    expect(await found('milk')).toEqual([])
    expect(await found('eggs')).toEqual(['Lemon cake'])
    await save({ option_groups: [topping({ id: ids.Topping, is_required: false, choices: [walnut, almond] })] })
    expect(await tokens()).toMatchObject({ required_allergens: {} })
    expect(await found('nuts')).toEqual(['Lemon cake'])
    await save({ option_groups: [], variations: [{ name: 'Large', allergens: walnut.allergens }] })
    expect(await tokens()).toEqual({ required_allergens: walnut.allergens, option_allergens: walnut.allergens })
  })

  it('that every buyer makes date the declaration of their product, and no others', async () => {
    const dated = async (product: object) => {
      await save(product)
      const [row] = await context.service.rows('select allergens_changed_at as at from products where id = $1', cake)
      return String(row?.at)
    }
    const walnut = { name: 'Walnut', allergens: { nuts: 'contains', walnut: 'contains' } }
    const optional = topping({ is_required: false, choices: [walnut] })
    const before = await dated({})
    expect(await dated({ option_groups: [optional] })).toBe(before)
    const compulsory = [topping({ choices: [walnut] })]
    const after = await dated({ option_groups: compulsory })
    expect(after > before).toBe(true)
    const { Topping: id } = await saved({})
    expect(await dated({ option_groups: [{ ...compulsory[0], id }] })).toBe(after)
    expect(await dated({ option_groups: compulsory, name: 'Cake' })).toBe(after)
  })

  it('that mention allergens without an answer keep their product from going on sale', async () => {
    const draft = { status: 'draft', unanswered_allergens: ['walnut'] }
    await save(draft)
    const publish = () => seller.update('products', cake, { status: 'active' })
    expect(await refusal(publish())).toMatchObject({ constraint: 'products_answered_before_sale' })
    await save({ unanswered_allergens: [] })
    await publish()
    expect(await refusal(save({ unanswered_allergens: ['walnut'] }))).toMatchObject({
      constraint: 'products_answered_before_sale',
    })
  })

  it('are handled in the kitchen that makes them', async () => {
    await seller.insert('shop_kitchens', { shop_id: shop, handles: { nuts: false } })
    await saved({ option_groups: [topping()] })
    expect(await seller.rows('select handles from shop_kitchens')).toEqual([{ handles: { nuts: true, milk: true } }])
    const deny = seller.count(`update shop_kitchens set handles = '{"nuts": false}'`)
    expect(await refusal(deny)).toMatchObject({ hint: 'kitchen' })
  })

  it('make separate lines of a member’s basket, once for each combination', async () => {
    const group = { group_id: randomUUID(), choice_ids: [randomUUID()] }
    const add = (options: readonly object[], member = buyer) =>
      member.insert('basket_lines', { product_id: cake, quantity: 1, snapshot: {}, options: JSON.stringify(options) })
    await add([])
    await add([group])
    await add([{ question_id: randomUUID(), text: 'x'.repeat(200) }])
    expect(await refusal(add([group]))).toMatchObject({ constraint: 'basket_lines_once' })
    expect(await buyer.count('select from basket_lines')).toBe(3)
    expect(await seller.count('select from basket_lines')).toBe(0)
    const long = Array.from({ length: 20 }, () => ({ question_id: randomUUID(), text: 'x'.repeat(700) }))
    expect(await refusal(add(long))).toMatchObject({ constraint: 'basket_lines_options_form' })
  })

  it('cannot contradict the diets of their product', async () => {
    await save({ allergens: { ...withMilk, milk: 'free' }, diets: ['vegan'] })
    const cream = topping({ choices: [{ name: 'Cream', allergens: { milk: 'contains' } }] })
    expect(await refusal(save({ option_groups: [cream] }))).toMatchObject({
      constraint: 'products_diets_match_options',
    })
  })

  it('whose allergens change later are told to buyers who chose them', async () => {
    const ids = await saved({ option_groups: [topping()] })
    const placed = await place(buyer, wanted({ options: [pick(ids, 'Cherry')] }))
    const other = await context.member('Other')
    const unaffected = await place(
      other,
      order([delivered(shop, { product: cake, options: [pick(ids, 'Walnut')] })], { address_id: await address(other) }),
    )
    await pay(context, buyer, placed)
    await pay(context, other, unaffected)
    const runJob = async () => {
      const { rows } = await context.database.run({
        text: `select command from cron.job where jobname = 'notify-allergen-changes'`,
        values: [],
      })
      await context.database.run({ text: String(rows[0]?.[0]), values: [] })
    }
    const told = (member: Actor) => member.rows(`select message from notifications where type = 'safety'`)
    await runJob()
    expect(await told(buyer)).toEqual([])
    const change: Values = { allergens: { milk: 'contains', soya: 'may_contain' } }
    await seller.update('product_option_choices', ids.Cherry ?? '', change)
    await runJob()
    expect(await told(buyer)).toEqual([{ message: expect.stringContaining('Lemon cake may now contain soybeans.') }])
    expect(await told(other)).toEqual([])
  })

  it('the words of a deleted account’s answers are erased from its orders', async () => {
    const ids = await saved({ questions: [message] })
    const placed = await place(buyer, wanted({ options: [{ question_id: ids.Message, text: 'Quillword Ann' }] }))
    await pay(context, buyer, placed)
    await context.database.run({
      text: 'update public.orders set buyer_id = null where buyer_id = $1',
      values: [buyer.id],
    })
    expect(await seller.rows('select options_text from order_items')).toEqual([{ options_text: 'Message: …' }])
  })

  it('add to a declaration in the database as they do on the page', async () => {
    const added = anyChoiceAllergens
    const cases = fc.sample(
      fc.tuple(
        anyDeclaration.filter((any) => Object.keys(any).length > 0),
        fc.array(added, { maxLength: 3 }),
      ),
      300,
    )
    const { rows } = await context.database.run({
      text: `select private.add_allergens(e -> 0, private.add_all_allergens(array(select jsonb_array_elements(e -> 1))))::text
        from jsonb_array_elements($1::jsonb) with ordinality as t (e, n) order by n`,
      values: [JSON.stringify(cases)],
    })
    for (const [n, [declaration, more]] of cases.entries())
      expect(JSON.parse(String(rows[n]?.[0])), JSON.stringify(cases[n])).toEqual(
        withChoices(declaration, more) ?? declaration,
      )

    const lists = cases.map(([, more]) => more)
    const { rows: shared } = await context.database.run({
      text: `select private.shared_allergens(array(select jsonb_array_elements(e)))::text
        from jsonb_array_elements($1::jsonb) with ordinality as t (e, n) order by n`,
      values: [JSON.stringify(lists)],
    })
    for (const [n, list] of lists.entries())
      expect(JSON.parse(String(shared[n]?.[0])), JSON.stringify(list)).toEqual(sharedAllergens(list))
  })
})
