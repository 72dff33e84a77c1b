/** Ingredients, rates and recipes of a shop: who reads and writes them, what is refused, and what is deleted with what. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ingredientForm, ratesForm, recipeForm } from '#web/features/sell/recipes/recipe-forms.ts'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import { call } from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

describe.each(databases)('recipe costs on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let other: Actor
  let buyer: Actor
  let shop: string
  let otherShop: string
  let cake: string
  let flour: string
  let eggs: string
  let otherFlour: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    other = await context.member('Other')
    buyer = await context.member('Buyer')
    shop = await context.shop(seller)
    otherShop = await context.shop(other)
    cake = await context.product(shop)
    flour = await ingredient(seller, { shop_id: shop })
    eggs = await ingredient(seller, { shop_id: shop, name: 'Eggs', unit: 'each', pack_size: 12, pack_price: 3 })
    otherFlour = await ingredient(other, { shop_id: otherShop })
  })
  afterAll(() => context.close())

  const ingredient = async (actor: Actor, values: Values) =>
    text(
      await actor.insert('shop_ingredients', {
        name: 'Flour',
        unit: 'g',
        pack_size: 1500,
        pack_price: 1.45,
        ...values,
      }),
      'id',
    )
  const save = (more: object = {}, actor = seller) =>
    call(actor, 'save_recipe($1)', {
      product_id: cake,
      portions: 12,
      other_costs: 2.5,
      minutes: 45,
      ingredients: [],
      ...more,
    })
  const lines = (actor = seller) =>
    actor.rows('select ingredient_id, quantity from recipe_ingredients where product_id = $1 order by position', cake)

  it('a recipe is saved as a whole, and saving it again replaces its ingredients', async () => {
    await save({
      ingredients: [
        { ingredient_id: flour, quantity: 300 },
        { ingredient_id: eggs, quantity: 0.5 },
      ],
    })
    expect(await seller.rows('select portions, other_costs, minutes, shop_id from recipes')).toEqual([
      { portions: 12, other_costs: '2.5', minutes: 45, shop_id: shop },
    ])
    expect(await lines()).toEqual([
      { ingredient_id: flour, quantity: '300' },
      { ingredient_id: eggs, quantity: '0.5' },
    ])
    await save({ portions: 10, ingredients: [{ ingredient_id: eggs, quantity: 4 }] })
    expect(await seller.rows('select portions from recipes')).toEqual([{ portions: 10 }])
    expect(await lines()).toEqual([{ ingredient_id: eggs, quantity: '4' }])
  })

  it('only the owner of the shop reads and writes them', async () => {
    await seller.send('shop_costing', { shop_id: shop, hourly_rate: 14.5, margin_percent: 55 })
    await save({ ingredients: [{ ingredient_id: eggs, quantity: 4 }] })
    for (const table of ['shop_ingredients', 'shop_costing', 'recipes', 'recipe_ingredients']) {
      expect(await seller.count(`select from ${table} where shop_id = $1`, shop), table).toBeGreaterThan(0)
      for (const actor of [other, buyer])
        expect(await actor.count(`select from ${table} where shop_id = $1`, shop), table).toBe(0)
      expect(await refusal(context.visitor.rows(`select from ${table}`)), table).toMatchObject({ code: forbidden })
    }
    for (const actor of [other, buyer]) {
      expect(await actor.count('update shop_ingredients set pack_price = 0 where shop_id = $1', shop)).toBe(0)
      expect(await actor.count('update shop_costing set margin_percent = 0 where shop_id = $1', shop)).toBe(0)
      for (const table of ['shop_ingredients', 'shop_costing', 'recipes'])
        expect(await actor.count(`delete from ${table} where shop_id = $1`, shop), table).toBe(0)
      expect(await refusal(ingredient(actor, { shop_id: shop, name: 'Salt' }))).toMatchObject({ code: forbidden })
      expect(await refusal(actor.send('shop_costing', { shop_id: shop }))).toMatchObject({ code: forbidden })
      expect(await refusal(actor.count('delete from recipe_ingredients'))).toMatchObject({ code: forbidden })
    }
    expect(await refusal(save({}, context.visitor))).toMatchObject({ code: forbidden })
    expect(await refusal(save({}, buyer))).toMatchObject({ code: 'PT404', hint: 'shop' })
    expect(await refusal(save({}, other))).toMatchObject({ code: 'PT404', hint: 'product' })
    // Members write recipes by the function alone.
    const direct = { product_id: cake, shop_id: shop, portions: 1, other_costs: 0, minutes: 0 }
    expect(await refusal(seller.send('recipes', direct))).toMatchObject({ code: forbidden })
  })

  it('a recipe uses the ingredients of its own shop, each once, and at most a hundred', async () => {
    const before = await lines()
    const refused: [object, object][] = [
      [{ ingredients: [{ ingredient_id: otherFlour, quantity: 1 }] }, { code: 'PT404', hint: 'recipe' }],
      [{ ingredients: [{ ingredient_id: randomUUID(), quantity: 1 }] }, { code: 'PT404', hint: 'recipe' }],
      [{ ingredients: [1, 2].map((quantity) => ({ ingredient_id: eggs, quantity })) }, { hint: 'recipe' }],
      [{ ingredients: Array(101).fill({ ingredient_id: eggs, quantity: 1 }) }, { code: '22023', hint: 'recipe' }],
      [{ ingredients: 'all' }, { code: '22023', hint: 'recipe' }],
      [{ ingredients: ['flour'] }, { code: '22023', hint: 'malformed' }],
      [{ ingredients: [{ quantity: 1 }] }, { code: '23502' }],
      [{ product_id: randomUUID() }, { code: 'PT404', hint: 'product' }],
      [{ margin: 5 }, { code: '22023', hint: 'unknown_field' }],
    ]
    for (const [recipe, expected] of refused)
      expect(await refusal(save(recipe)), JSON.stringify(recipe)).toMatchObject(expected)
    expect(await lines()).toEqual(before)
    const service = { product_id: cake, shop_id: shop, ingredient_id: otherFlour, quantity: 1, position: 9 }
    expect(await refusal(context.service.send('recipe_ingredients', service))).toMatchObject({ code: '23503' })
  })

  it('forms accept exactly what the database accepts', async () => {
    const quantities: [string, boolean][] = [
      ['0', false],
      ['0.01', true],
      ['0.005', false],
      ['100000', true],
      ['100000.01', false],
    ]
    const recipe = { portions: '12', otherCosts: '', minutes: '', ingredients: [{ ingredientId: eggs, quantity: '1' }] }
    const agree = async (given: object, isAccepted: boolean) => {
      const parsed = recipeForm.safeParse({ ...recipe, ...given })
      expect(parsed.success, JSON.stringify(given)).toBe(isAccepted)
      return parsed.data
    }
    for (const [quantity, isAccepted] of quantities) {
      const ingredients = [{ ingredientId: eggs, quantity }]
      await agree({ ingredients }, isAccepted)
      const saving = save({ ingredients: [{ ingredient_id: eggs, quantity: Number(quantity) }] })
      if (isAccepted) await saving
      else expect(await refusal(saving), quantity).toMatchObject({ constraint: 'recipe_ingredients_quantity_range' })
    }
    for (const [field, column, wrong, right] of [
      ['portions', 'portions', '0', '1'],
      ['portions', 'portions', '10001', '10000'],
      ['otherCosts', 'other_costs', '10000', '9999.99'],
      ['minutes', 'minutes', '10001', '10000'],
    ] as const) {
      await agree({ [field]: wrong }, false)
      expect(await refusal(save({ [column]: Number(wrong) })), column).toMatchObject({ code: '23514' })
      await agree({ [field]: right }, true)
      await save({ [column]: Number(right) })
    }
    const pack = { name: 'Sugar', unit: 'kg', packSize: '1', packPrice: '1' }
    for (const [given, isAccepted] of [
      [{}, true],
      [{ name: 'x'.repeat(80) }, true],
      [{ name: 'x'.repeat(81) }, false],
      [{ name: ' ' }, false],
      [{ packSize: '1000' }, true],
      [{ packSize: '1000.001' }, false],
      [{ packSize: '0' }, false],
      [{ packSize: '0.0005' }, false],
      [{ packPrice: '9999.99' }, true],
      [{ packPrice: '10000' }, false],
      [{ packPrice: '0.005' }, false],
    ] as const)
      expect(ingredientForm.safeParse({ ...pack, ...given }).success, JSON.stringify(given)).toBe(isAccepted)
    const kilogram = ingredientForm.parse({ ...pack, packSize: '1000', packPrice: '9999.99' })
    await seller.send('shop_ingredients', { shop_id: shop, ...kilogram })
    for (const [given, isAccepted] of [
      [{ hourlyRate: '999.99', marginPercent: '90' }, true],
      [{ hourlyRate: '1000', marginPercent: '90' }, false],
      [{ hourlyRate: '0', marginPercent: '91' }, false],
    ] as const)
      expect(ratesForm.safeParse(given).success, JSON.stringify(given)).toBe(isAccepted)
    await seller.count('update shop_costing set hourly_rate = 999.99, margin_percent = 90 where shop_id = $1', shop)
  })

  it('an ingredient keeps its unit, and cannot be deleted while a recipe uses it', async () => {
    await save({ ingredients: [{ ingredient_id: eggs, quantity: 4 }] })
    const unit = seller.count(`update shop_ingredients set unit = 'g' where id = $1`, eggs)
    expect(await refusal(unit)).toMatchObject({ code: forbidden })
    expect(await refusal(seller.count('delete from shop_ingredients where id = $1', eggs))).toMatchObject({
      code: '23503',
    })
    await save()
    expect(await seller.count('delete from shop_ingredients where id = $1', eggs)).toBe(1)
  })

  it('deleting a product deletes its recipe, and its ingredients stay', async () => {
    const bun = await context.product(shop)
    await save({ product_id: bun, ingredients: [{ ingredient_id: flour, quantity: 4 }] })
    await seller.count('delete from products where id = $1', bun)
    expect(await seller.count('select from recipe_ingredients where product_id = $1', bun)).toBe(0)
    expect(await seller.count('select from shop_ingredients where id = $1', flour)).toBe(1)
  })

  it('many saves of one recipe leave one recipe', async () => {
    const saves = cases(50, 1_000)
    for (let from = 1; from <= saves; from += 50)
      await seller.count(
        `select public.save_recipe(jsonb_build_object('product_id', $1::uuid, 'portions', n, 'ingredients',
          jsonb_build_array(jsonb_build_object('ingredient_id', $2::uuid, 'quantity', n)))) from generate_series($3::integer, $3 + 49) n`,
        cake,
        flour,
        from,
      )
    expect(await lines()).toEqual([{ ingredient_id: flour, quantity: String(saves) }])
    expect(await seller.count('select from recipes where product_id = $1', cake)).toBe(1)
  })

  it('they go with the account', async () => {
    const leaver = await context.member('Leaver', {
      amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }],
    })
    const bakery = await context.shop(leaver)
    const bun = await context.product(bakery)
    const rye = await ingredient(leaver, { shop_id: bakery, name: 'Secret rye' })
    await leaver.send('shop_costing', { shop_id: bakery, hourly_rate: 20 })
    await save({ product_id: bun, ingredients: [{ ingredient_id: rye, quantity: 4 }] }, leaver)
    await leaver.rows('select delete_account()')
    for (const table of ['shop_ingredients', 'shop_costing', 'recipes', 'recipe_ingredients'])
      expect(await context.service.count(`select from ${table} where shop_id = $1`, bakery), table).toBe(0)
  })
})
