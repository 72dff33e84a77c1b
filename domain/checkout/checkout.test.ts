import { describe, expect, it } from 'vitest'
import type { AllergenAnswer } from '../orders/allergen-requests.ts'
import type { HandOverSlot } from '../pickup/hand-over.ts'
import { chosenOption, nothingChosen, orderRequest, partsOf, takesTip } from './checkout.ts'
import { type AcceptedQuote, deliveryOf, linesByShop, previewSchema, reviewBasket } from './preview.ts'
import { basketLine, lineOf, previewOf, shopOf } from './preview-fixtures.ts'

const both = [
  { fulfilment: 'delivery', leaves: [] },
  { fulfilment: 'pickup', leaves: [] },
]
const pickupOnly = [{ fulfilment: 'pickup', leaves: [] }]

const partOf = (fulfilments: readonly object[] = both, quote?: AcceptedQuote) => {
  const preview = previewOf([shopOf('honey', [lineOf('cake')], { fulfilments })])
  const [part] = partsOf([basketLine('cake')], preview, quote).parts
  return part ?? expect.fail('no part')
}
const quote: AcceptedQuote = { conversationId: 'conversation', version: 3, deposit: null, agreedOn: null, answers: [] }

describe('a basket beside its preview', () => {
  it('has stored prices until it is known', () => {
    expect(reviewBasket([basketLine('cake')], null)).toMatchObject([
      { product: null, pricePence: 900, unavailable: null },
    ])
  })

  const plain = basketLine('cake')
  const seeded = basketLine('cake', { variation: 'Seeded' })
  const [loaf, bun] = [basketLine('loaf'), basketLine('bun')]
  const shops = [
    shopOf('honey', [lineOf('cake', { price: 1 }), lineOf('bun', { price: 2 }), lineOf('cake', { price: 3 })]),
    shopOf('crumb', [lineOf('loaf', { price: 4 })]),
  ]

  it('finds each line of a product in turn, over all shops', () => {
    const basket = [plain, loaf, seeded, bun]
    const preview = previewOf(shops, {}, basket)
    expect(reviewBasket(basket, preview).map(({ pricePence }) => pricePence)).toEqual([1, 4, 3, 2])
    expect(linesByShop(reviewBasket(basket, preview)).map(({ lines }) => lines.length)).toEqual([4])
  })

  it('tells of no line what it says of another, while the basket has changed since', () => {
    const preview = previewOf(shops, {}, [plain, loaf, seeded, bun])
    const twoSeeded = { ...seeded, quantity: 2 }
    const other = basketLine('cake', { variation: 'Walnut' })
    expect(reviewBasket([twoSeeded, other, bun], preview)).toMatchObject([
      { pricePence: 3, product: { id: 'cake' } },
      { pricePence: 900, product: null, allergens: null },
      { pricePence: 2 },
    ])
  })

  it.each([
    ['product', {}, 'gone'],
    ['quote', {}, 'gone'],
    ['sold_out', { left: 0 }, 'sold-out'],
    ['sold_out', { left: 2 }, 'too-many'],
    ['variation', {}, 'variation-gone'],
    ['options_missing', {}, 'option-gone'],
    ['allergens_undeclared', {}, 'undeclared'],
    ['drop_early', {}, 'refused'],
  ])('says why a line is refused with %s %o', (code, more, reason) => {
    const problem = { code, message: 'No.', ...more }
    const preview = previewOf([shopOf('honey', [lineOf('cake', { problem, price: null })])])
    expect(reviewBasket([basketLine('cake')], preview)).toMatchObject([
      { unavailable: { reason, message: 'No.' }, pricePence: 900 },
    ])
    expect(partsOf([basketLine('cake')], preview).parts).toEqual([])
  })
})

describe('the parts of a checkout', () => {
  it('are the shops whose products can be bought, with the fulfilments that they offer', () => {
    const notOffered = { code: 'not_offered', message: 'Bun is not offered for delivery.' }
    const preview = previewOf([
      shopOf('crumb', [lineOf('loaf')]),
      shopOf('honey', [lineOf('cake'), { ...lineOf('bun', { problem: notOffered }), position: 1 }], {
        fulfilments: [
          { fulfilment: 'delivery', leaves: [1] },
          { fulfilment: 'pickup', leaves: [0] },
        ],
      }),
    ])
    const { parts, lines } = partsOf(
      ['loaf', 'cake', 'bun'].map((id) => basketLine(id)),
      preview,
    )
    expect(lines).toHaveLength(3)
    expect(parts.map(({ shop, lines: ofShop }) => [shop.id, ofShop.length])).toEqual([
      ['crumb', 1],
      ['honey', 2],
    ])
    const names = (found: readonly { product: { id: string } }[] = []) => found.map(({ product }) => product.id)
    expect(parts[1]?.options.map((option) => [names(option.lines), names(option.left)])).toEqual([
      [['cake'], ['bun']],
      [['bun'], ['cake']],
    ])
  })

  it('preselect the only fulfilment', () => {
    expect(chosenOption(partOf(), nothingChosen)).toBeNull()
    expect(chosenOption(partOf(), { ...nothingChosen, fulfilment: 'pickup' })?.fulfilment).toBe('pickup')
    // A choice from before the shop stopped delivering does not count.
    expect(chosenOption(partOf(pickupOnly), { ...nothingChosen, fulfilment: 'delivery' })?.fulfilment).toBe('pickup')
  })

  it('let no tip be added to a deposit', () => {
    expect(takesTip(partOf(both, { ...quote, deposit: { pence: 300, balanceDueOn: '2026-12-01' } }))).toBe(false)
    expect(takesTip(partOf(both, quote))).toBe(true)
  })

  it('tell how the shop delivers, and why a code takes nothing off', () => {
    const own = { basis: 'distance', least_fee: 300, highest_fee: 450, free_from: 4000, minimum_order: null }
    const delivery = {
      kind: 'delivered',
      needs: null,
      fee: 300,
      miles: 1.2,
      reach: null,
      missing: 0,
      short_of_free: 900,
    }
    const problems = [{ code: 'discount_code', message: 'This code has been used up.', shop_id: 'honey' }]
    const preview = previewOf([shopOf('honey', [lineOf('cake')], { delivery: { ...delivery, terms: own } })], {
      problems,
    })
    expect(partsOf([basketLine('cake')], preview).parts[0]?.totals).toMatchObject({
      delivery: { kind: 'delivered', feePence: 300, shortOfFreePence: 900, miles: 1.2 },
      codeProblem: 'This code has been used up.',
    })
    const kinds = [
      [
        { ...delivery, terms: null },
        { kind: 'delivered', feePence: null, terms: null },
      ],
      [
        { ...delivery, kind: 'outside', reach: 5, terms: null },
        { kind: 'outside', miles: 1.2, reachMiles: 5 },
      ],
      [
        { ...delivery, kind: 'outside', terms: own },
        { kind: 'outside', miles: null, reachMiles: null },
      ],
      [
        { ...delivery, kind: 'unknown', needs: 'postcode', terms: null },
        { kind: 'unknown', needs: 'postcode' },
      ],
    ] as const
    for (const [given, expected] of kinds)
      expect(previewOf([shopOf('honey', [], { delivery: given })]).shops.map(deliveryOf)).toMatchObject([expected])
  })

  it('cannot be read from an answer without sums', () => {
    expect(previewSchema.safeParse({ shops: [], problems: [] }).success).toBe(false)
  })
})

describe('the order request', () => {
  const slot = { date: '2026-11-28', start_time: '09:00:00', end_time: '12:00:00' }
  const requestOf = (part: ReturnType<typeof partOf>, chosen: HandOverSlot | null, more: object = {}) => {
    const [option] = part.options
    if (!option) throw new Error('no option')
    const parts = [{ part, option, slot: chosen, note: ' Ring twice ' }]
    return orderRequest({ parts, addressId: 'home', phone: '', totalPence: 1399, ...more })
  }

  it('contains products, fulfilment, time and place, and only the displayed total as a price', () => {
    expect(requestOf(partOf(pickupOnly), slot)).toEqual({
      shops: [
        {
          shop_id: 'honey',
          fulfilment: 'pickup',
          pickup: slot,
          note: 'Ring twice',
          cancellation: { hours_before: 48, refund_percent: 50 },
          kitchen: null,
          items: [
            {
              product_id: 'cake',
              quantity: 1,
              variation: 'Plain',
              personalization: null,
              custom_request_details: null,
              allergens: { milk: 'contains' },
            },
          ],
        },
      ],
      allergens_acknowledged: true,
      shown_total: 13.99,
    })
  })

  it('repeats what the kitchen was stated to handle', () => {
    const kitchen = { handles: { nuts: true, milk: false }, shares_equipment: null }
    const preview = previewOf([shopOf('honey', [lineOf('cake')], { fulfilments: pickupOnly, kitchen })])
    const [part] = partsOf([basketLine('cake')], preview).parts
    if (!part) throw new Error('no part')
    expect(requestOf(part, null).shops[0]).toMatchObject({ kitchen })
  })

  it('has an address only for a delivery, and no window for a shop without delivery windows', () => {
    const request = requestOf(partOf(), null, { phone: ' 01234 567890 ' })
    expect(requestOf(partOf(), null, { phone: ' ' })).not.toHaveProperty('phone')
    expect(request).toMatchObject({ address_id: 'home', phone: '01234 567890' })
    for (const field of ['pickup', 'delivery']) expect(request.shops[0]).not.toHaveProperty(field)
  })

  it('has the chosen window of a delivery, and only the day of posting', () => {
    const requested = (chosen: HandOverSlot) => requestOf(partOf(), chosen).shops[0]
    expect(requested(slot)).toMatchObject({ delivery: slot })
    expect(requested({ ...slot, is_posted: true })).toMatchObject({ delivery: { date: '2026-11-28' } })
  })

  it('of a quote repeats the answers about allergens that the buyer agreed to', () => {
    const answers: AllergenAnswer[] = [{ allergen: 'nuts', for: 'Mia', answer: 'kitchen' }]
    const itemOf = (agreed: AllergenAnswer[]) =>
      requestOf(partOf(both, { ...quote, answers: agreed }), slot).shops[0]?.items[0]
    expect(itemOf(answers)).toMatchObject({ chat_room_id: 'conversation', quote_version: 3, allergen_answers: answers })
    expect(itemOf([])).not.toHaveProperty('allergen_answers')
  })
})
