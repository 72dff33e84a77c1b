/** What is in the box: composed once for an order line, and shown alike by everything that shows the line. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Offered, resolveSelection } from '#domain/catalogue/options'
import { allergenSentences, readAllergens } from '#domain/food/allergens'
import { composed, type ProductFood } from '#domain/food/composition'
import { labelWording } from '#domain/food/food-label'
import { anyChoiceAllergens, anyDeclaration } from '#domain/food/random-declarations'
import { type LabelledOrder, labelsOf } from '#web/features/sell/products/order-label-list.tsx'
import { withMilk } from '../declarations.ts'
import { everyDatabase } from '../harness.ts'
import { address, call, delivered, forSale, order, pay, place } from './order-fixtures.ts'
import { type Actor, openTestContext, type TestContext, text } from './test-context.ts'

const previewed = z.object({
  shops: z.array(
    z.object({
      lines: z.array(z.object({ ingredients: z.string(), allergens: z.unknown(), options: z.array(z.string()) })),
    }),
  ),
})

describe.each(everyDatabase)('the food of an order line on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let buyer: Actor
  let shop: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    buyer = await context.member('Buyer')
    shop = await context.shop(seller)
  })
  afterAll(() => context.close())

  const run = (sql: string) => context.database.run({ text: sql, values: [] })

  it('with a compulsory peanut, without milk and of spelt is the same from the product page to the label', async () => {
    const declared = { ...withMilk, gluten: 'contains', wheat: 'contains' }
    const cake = await context.product(shop, {
      ...forSale,
      name: 'Swirl cake',
      ingredients: 'Wheat flour, whole milk, sugar.',
      allergens: declared,
      net_quantity: '450 g',
    })
    const saved = {
      id: cake,
      variations: [
        { name: 'Small' },
        {
          name: 'Large, of spelt',
          ingredients: 'spelt flour',
          replaces: 'Wheat flour',
          allergens: { gluten: 'contains', wheat: 'removed', spelt: 'contains' },
          net_quantity: '900 g',
        },
      ],
      option_groups: [
        {
          name: 'Swirl',
          choices: [{ name: 'Peanut butter swirl', ingredients: 'peanuts, salt', allergens: { peanuts: 'contains' } }],
        },
        {
          name: 'Milk',
          choices: [
            { name: 'Whole' },
            {
              name: 'Oat',
              ingredients: 'oats, water',
              replaces: 'whole milk',
              allergens: { milk: 'removed', gluten: 'contains', oats: 'contains' },
            },
          ],
        },
      ],
    }
    await seller.rows('select public.save_product($1)', saved)
    const [row] = await seller.rows(
      `select (to_jsonb(p) || private.options_to_copy(p.id))::text as product from products p where id = $1`,
      cake,
    )
    const product: Offered & ProductFood = JSON.parse(text(row, 'product'))
    const milk = product.option_groups[1]
    const options = [{ group_id: milk?.id ?? '', choice_ids: [milk?.choices[1]?.id ?? ''] }]
    const wanted = { variation: 'Large, of spelt', options, personalization: null, customRequestDetails: null }
    const page = composed(product, resolveSelection(product, wanted).chosen)
    expect(page).toEqual({
      ingredients: 'spelt flour, oats, water, sugar, Peanut butter swirl (peanuts, salt)',
      allergens: {
        ...withMilk,
        gluten: 'contains',
        spelt: 'contains',
        oats: 'contains',
        milk: 'free',
        peanuts: 'contains',
      },
      net_quantity: '900 g',
    })
    // Before anything is chosen, the page already names what every buyer gets.
    const { chosen, open } = resolveSelection(product, { ...wanted, variation: null, options: [] })
    expect(allergenSentences(composed(product, chosen, open).allergens)[0]).toContain('peanuts')

    const line = { product: cake, variation: 'Large, of spelt', options, allergens: page.allergens }
    const preview = previewed.parse(
      await call(buyer, 'preview_order($1)', {
        items: [{ product_id: cake, quantity: 1, variation: line.variation, options }],
      }),
    )
    expect(preview.shops[0]?.lines[0]).toMatchObject({
      ingredients: page.ingredients,
      allergens: page.allergens,
      options: expect.arrayContaining(['Swirl: Peanut butter swirl']),
    })

    const placed = await place(buyer, order([delivered(shop, line)], { address_id: await address(buyer) }))
    await pay(context, buyer, placed)
    const bought = async () =>
      (
        await seller.rows(
          `select i.*, a.allergens as now, a.ingredients as ingredients_now
        from order_items i left join order_item_allergens a on a.order_item_id = i.id where i.product_id = $1`,
          cake,
        )
      )[0]
    expect(await bought()).toMatchObject({ name: 'Swirl cake', ...page })

    // The inbox, the prep sheet and the packing list show these lines.
    const { rows: lines } = await run(
      `select private.order_lines(order_id)::text from public.order_items where product_id = '${cake}'`,
    )
    expect(JSON.parse(String(lines[0]?.[0]))).toMatchObject([
      {
        name: 'Swirl cake',
        variation: 'Large, of spelt',
        choices_text: 'Swirl: Peanut butter swirl; Milk: Oat',
        allergens: page.allergens,
      },
    ])
    const [email] = await context.service.rows(
      `select data -> 'orders' -> 0 -> 'items' -> 0 as item from outbox where template = 'order-confirmed' and data::text like '%Swirl cake%'`,
    )
    expect(email?.item).toMatchObject({
      allergens: page.allergens,
      options_text: expect.stringContaining('Swirl: Peanut butter swirl'),
    })

    const item = await bought()
    const [label] = labelsOf({
      id: 'o',
      number: 'SC-1',
      buyer_name: 'Buyer',
      due_at: null,
      allergen_answers: null,
      items: [{ ...(item as LabelledOrder['items'][number]), change: null, product: null }],
    })
    expect(label?.kept?.net_quantity).toBe('900 g')
    expect(labelWording(label?.food ?? { ingredients: null, allergens: null })).toMatchObject({
      // The list names them all, in bold.
      contains: null,
      unnamed: [],
      isComplete: true,
    })

    // The product is remade and its choices are gone: the order keeps what was bought, and the buyer is told.
    await seller.rows('select public.save_product($1)', {
      id: cake,
      ingredients: 'Wheat flour, whole milk, salt',
      net_quantity: '1 g',
      option_groups: [],
    })
    await run('select private.notify_allergen_changes()')
    expect(await bought()).toMatchObject({
      ...page,
      ingredients_now: 'spelt flour, oats, water, salt, Peanut butter swirl (peanuts, salt)',
      now: page.allergens,
    })
    await seller.rows('select public.save_product($1)', {
      id: cake,
      variations: [{ name: 'Large, of spelt', ingredients: 'emmer', replaces: 'Wheat flour' }],
    })
    await run('select private.notify_allergen_changes()')
    expect(await bought()).toMatchObject({
      ...page,
      ingredients_now: 'emmer, oats, water, salt, Peanut butter swirl (peanuts, salt)',
    })
    expect(readAllergens((await bought())?.now)).toEqual(page.allergens)
  })

  it('is composed alike by the database and the pages', async () => {
    const item = fc.constantFrom('Wheat flour', 'whole milk', 'sugar', 'salt', 'cocoa (milk', 'soya)', '')
    const list = fc.option(
      fc
        .tuple(fc.array(item, { maxLength: 4 }), fc.constantFrom(',', ', ', ' ,'))
        .map(([items, comma]) => items.join(comma)),
    )
    const ended = fc.tuple(list, fc.constantFrom('', '.', ' . ')).map(([items, end]) => items && items + end)
    const quantity = fc.option(fc.constantFrom('450 g', '1 l'))
    const choice = fc.record({
      name: fc.constantFrom('Oat', 'Swirl'),
      allergens: anyChoiceAllergens,
      ingredients: ended,
      replaces: list,
      net_quantity: quantity,
    })
    const cases = fc.sample(
      fc.record({
        product: fc.record({
          ingredients: ended,
          allergens: anyDeclaration.filter((any) => Object.keys(any).length > 0),
          net_quantity: quantity,
        }),
        chosen: fc.array(choice, { maxLength: 3 }),
      }),
      300,
    )
    const { rows } = await context.database.run({
      text: `select jsonb_build_object('ingredients', f.ingredients, 'allergens', f.allergens, 'net_quantity', f.net_quantity)::text
        from jsonb_array_elements($1::jsonb) with ordinality as t (e, n), private.compose(
          jsonb_populate_record(null::public.products, e -> 'product'),
          array(select jsonb_populate_record(null::private.chosen_choice, c) from jsonb_array_elements(e -> 'chosen') c)
        ) f
        order by n`,
      values: [JSON.stringify(cases)],
    })
    for (const [n, { product, chosen }] of cases.entries())
      expect(JSON.parse(String(rows[n]?.[0])), JSON.stringify(cases[n])).toEqual(composed(product, chosen))
  })
})
