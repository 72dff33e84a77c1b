import { describe, expect, it } from 'vitest'
import type { AllergenAnswer } from '../orders/allergen-requests.ts'
import type { HandOverSlot } from '../pickup/hand-over.ts'
import type { OnSale } from './basket-review.ts'
import {
  type CheckoutLine,
  chosenOption,
  nothingChosen,
  orderRequest,
  partsOf,
  quotedLine,
  takesTip,
  totalsOf,
} from './checkout.ts'

const delivering = { lat: null, lon: null, delivery_radius_miles: null, delivery_terms: null, kitchen: null }
const ownTerms = { cancel_hours_before: 48, cancel_refund_percent: 50 }
const commonTerms = { cancel_hours_before: null, cancel_refund_percent: null }
const honey: OnSale['shop'] = { id: 'honey', name: 'Honey', slug: 'honey', ...delivering, ...ownTerms }
const crumb: OnSale['shop'] = { id: 'crumb', name: 'Crumb', slug: 'crumb', ...delivering, ...commonTerms }

function line(id: string, product: Partial<OnSale> = {}, quantity = 1, pricePence = 1000): CheckoutLine {
  const shop = product.shop ?? honey
  return {
    line: {
      product: { id, name: id, pricePence, image: null, shop },
      variation: 'Plain',
      options: [],
      personalization: null,
      customRequestDetails: null,
      quantity,
    },
    product: {
      id,
      product_type: 'standardized',
      price: pricePence / 100,
      min_price: null,
      max_price: null,
      name: 'Loaf',
      image: null,
      stock: 9,
      is_made_to_order: false,
      is_personalisable: true,
      personalisation_price: 0,
      personalisation_max_length: 200,
      option_groups: [],
      questions: [],
      allergens: { milk: 'contains' },
      required_allergens: {},
      allergens_declared: true,
      diets: [],
      description: null,
      ingredients: null,
      is_listed: true,
      available_for_delivery: true,
      available_for_pickup: true,
      variations: [],
      shop,
      ...product,
    },
    pricePence,
    options: [],
    allergens: { milk: 'contains' },
    maxQuantity: 9,
    unavailableReason: null,
  }
}

const onlyDelivered = { available_for_pickup: false }
const onlyPickedUp = { available_for_delivery: false }

/** 'delivery cake bun' for each fulfilment that the first shop offers. */
const optionTexts = (...lines: CheckoutLine[]) =>
  partsOf(lines)[0]?.options.map(({ fulfilment, lines: covered }) =>
    [fulfilment, ...covered.map(({ product }) => product.id)].join(' '),
  )

describe('the parts of a checkout', () => {
  it('are the shops, in the order of their first lines', () => {
    const parts = partsOf([line('cake'), line('loaf', { shop: crumb }), line('bun')])
    expect(parts.map(({ shop, lines }) => [shop.name, lines.length])).toEqual([
      ['Honey', 2],
      ['Crumb', 1],
    ])
  })

  it('offer the fulfilments that all products of the shop allow', () => {
    expect(optionTexts(line('cake'), line('bun'))).toEqual(['delivery cake bun', 'pickup cake bun'])
    expect(optionTexts(line('cake'), line('bun', onlyPickedUp))).toEqual(['pickup cake bun'])
    expect(optionTexts(line('cake', onlyDelivered), line('bun'))).toEqual(['delivery cake bun'])
    expect(optionTexts(line('cake', { ...onlyDelivered, ...onlyPickedUp }))).toEqual([])
  })

  it('offer each fulfilment with the products it covers, where none covers all', () => {
    const lines = [line('cake', onlyDelivered), line('bun', onlyPickedUp)]
    expect(optionTexts(...lines)).toEqual(['delivery cake', 'pickup bun'])
    expect(partsOf(lines)[0]?.options.map(({ left }) => left.map(({ product }) => product.id))).toEqual([
      ['bun'],
      ['cake'],
    ])
  })

  it('preselect the only fulfilment', () => {
    const [both] = partsOf([line('cake')])
    const [one] = partsOf([line('cake', onlyPickedUp)])
    if (!both || !one) throw new Error('no parts')
    expect(chosenOption(both, nothingChosen)).toBeNull()
    expect(chosenOption(both, { ...nothingChosen, fulfilment: 'pickup' })?.fulfilment).toBe('pickup')
    // A choice from before the shop stopped delivering does not count.
    expect(chosenOption(one, { ...nothingChosen, fulfilment: 'delivery' })?.fulfilment).toBe('pickup')
  })
})

describe('the totals of a checkout', () => {
  const parts = partsOf([line('cake'), line('loaf', { shop: crumb }, 2)])
  const optionFor = (index: number, fulfilment: 'delivery' | 'pickup') =>
    parts[index]?.options.find((option) => option.fulfilment === fulfilment) ?? null

  it('share one delivery fee over the shops that deliver, to the penny', () => {
    expect(totalsOf(parts, [optionFor(0, 'delivery'), optionFor(1, 'delivery')])).toMatchObject({
      shops: [{ deliveryPence: 200 }, { deliveryPence: 199 }],
      deliveryPence: 399,
      totalPence: 3399,
    })
    expect(totalsOf(parts, [optionFor(0, 'pickup'), optionFor(1, 'delivery')])).toMatchObject({
      shops: [{ deliveryPence: 0, totalPence: 1000 }, { deliveryPence: 399 }],
      totalPence: 3399,
    })
  })

  it('include no delivery for pickup or before a choice', () => {
    expect(totalsOf(parts, [optionFor(0, 'pickup'), null])).toMatchObject({ deliveryPence: 0, totalPence: 3000 })
  })

  it('count only the delivered part towards free delivery', () => {
    const dear = partsOf([line('cake', {}, 5, 1001), line('loaf', { shop: crumb })])
    const [first, second] = dear.map(({ options }) => options)
    expect(totalsOf(dear, [first?.[0] ?? null, second?.[1] ?? null]).deliveryPence).toBe(0)
    expect(totalsOf(dear, [first?.[1] ?? null, second?.[0] ?? null]).deliveryPence).toBe(399)
  })

  it('charge a shop’s own fee on its own order, beside the fee that the other shops share', () => {
    const flat = { basis: 'flat', fee: 4, zones: [], free_from: 20, minimum_order: 15 }
    const jam: OnSale['shop'] = { ...honey, id: 'jam', delivery_terms: flat }
    const three = partsOf([line('cake'), line('loaf', { shop: crumb }), line('jam', { shop: jam })])
    const options = three.map(({ options }) => options[0] ?? null)
    const totals = totalsOf(three, options)
    expect(totals).toMatchObject({
      shops: [{ deliveryPence: 200 }, { deliveryPence: 199 }, { deliveryPence: 400, delivery: { missingPence: 500 } }],
      deliveryPence: 799,
      commonlyDeliveredPence: 2000,
      totalPence: 3799,
    })
    // The own order does not count towards the free delivery of the others.
    const large = partsOf([line('cake', {}, 4), line('jam', { shop: jam }, 2)])
    expect(totalsOf(large, [large[0]?.options[0] ?? null, large[1]?.options[0] ?? null])).toMatchObject({
      shops: [{ deliveryPence: 399 }, { deliveryPence: 0 }],
    })
  })

  it('add the tip for a shop to its total, and to nothing else', () => {
    const parts = partsOf([line('cake', {}, 5)])
    const options = [parts[0]?.options[0] ?? null]
    const home = { place: null, postcode: null }
    const without = totalsOf(parts, options, home)
    const tipped = totalsOf(parts, options, home, [], [250])
    expect(tipped).toMatchObject({ tipPence: 250, totalPence: without.totalPence + 250 })
    expect({ ...tipped, tipPence: 0, totalPence: without.totalPence, shops: [] }).toEqual({ ...without, shops: [] })
  })

  it('charge nothing for an order that the shop does not deliver to the address', () => {
    const near: OnSale['shop'] = { ...honey, lat: 51.5, lon: -0.09, delivery_radius_miles: 5 }
    const [part] = partsOf([line('cake', { shop: near })])
    if (!part) throw new Error('no part')
    const leeds = { place: { lat: 53.8, lon: -1.55 }, postcode: 'LS1 1AA' }
    expect(totalsOf([part], [part.options[0] ?? null], leeds)).toMatchObject({
      shops: [{ delivery: { kind: 'outside' }, deliveryPence: 0 }],
      deliveryPence: 0,
    })
  })

  it('let no tip be added to a deposit', () => {
    const quote = { conversationId: 'conversation', agreedOn: null, answers: [], version: 1 }
    const takes = (deposit: { pence: number; balanceDueOn: string } | null) =>
      partsOf([quotedLine(line('cake').product, 1000, { ...quote, deposit })]).map(takesTip)
    expect(takes({ pence: 300, balanceDueOn: '2026-12-01' })).toEqual([false])
    expect(takes(null)).toEqual([true])
  })

  it('apply no minimum order to a quote', () => {
    const terms = { basis: 'flat', fee: 4, zones: [], free_from: null, minimum_order: 100 }
    const [product] = [line('cake', { shop: { ...honey, delivery_terms: terms } }).product]
    const parts = partsOf([
      quotedLine(product, 1000, {
        conversationId: 'conversation',
        agreedOn: null,
        answers: [],
        version: 1,
        deposit: null,
      }),
    ])
    expect(totalsOf(parts, [parts[0]?.options[0] ?? null]).shops).toMatchObject([
      { deliveryPence: 400, delivery: { missingPence: 0 } },
    ])
  })
})

describe('the order request', () => {
  const slot = { date: '2026-11-28', start_time: '09:00:00', end_time: '12:00:00' }

  it('contains products, fulfilment, time and place, and only the displayed total as a price', () => {
    const [part] = partsOf([line('cake', onlyPickedUp, 2)])
    const [option] = part?.options ?? []
    if (!part || !option) throw new Error('no part')
    const request = orderRequest({
      parts: [{ part, option, slot, note: ' Ring twice ' }],
      addressId: 'home',
      phone: '',
      totalPence: 2000,
    })
    expect(request).toEqual({
      shops: [
        {
          shop_id: 'honey',
          fulfilment: 'pickup',
          pickup: slot,
          note: 'Ring twice',
          cancellation: { hours_before: 48, refund_percent: 50 },
          items: [
            {
              product_id: 'cake',
              quantity: 2,
              variation: 'Plain',
              personalization: null,
              custom_request_details: null,
              allergens: { milk: 'contains' },
            },
          ],
        },
      ],
      allergens_acknowledged: true,
      shown_total: 20,
    })
  })

  it('has an address only for a delivery, and no window for a shop without delivery windows', () => {
    const [part] = partsOf([line('cake')])
    const option = part?.options[0]
    if (!part || !option) throw new Error('no part')
    const basket = { parts: [{ part, option, slot: null, note: '' }], addressId: 'home', totalPence: 1399 }
    const request = orderRequest({ ...basket, phone: ' 01234 567890 ' })
    expect(orderRequest({ ...basket, phone: ' ' })).not.toHaveProperty('phone')
    expect(request).toMatchObject({
      address_id: 'home',
      phone: '01234 567890',
      shown_total: 13.99,
      shops: [{ note: null }],
    })
    for (const field of ['pickup', 'delivery']) expect(request.shops[0]).not.toHaveProperty(field)
  })

  it('has the chosen window of a delivery, and only the day of posting', () => {
    const [part] = partsOf([line('cake', onlyDelivered)])
    const option = part?.options[0]
    if (!part || !option) throw new Error('no part')
    const requested = (chosen: HandOverSlot) =>
      orderRequest({
        parts: [{ part, option, slot: chosen, note: '' }],
        addressId: 'home',
        phone: '',
        totalPence: 1399,
      }).shops[0]
    expect(requested(slot)).toMatchObject({ delivery: slot })
    expect(requested({ ...slot, is_posted: true })).toMatchObject({ delivery: { date: '2026-11-28' } })
  })

  it('of a quote repeats the answers about allergens that the buyer agreed to', () => {
    const answers: AllergenAnswer[] = [{ allergen: 'nuts', for: 'Mia', answer: 'kitchen' }]
    const itemOf = (agreed: AllergenAnswer[]) => {
      const [part] = partsOf([
        {
          ...line('cake'),
          quote: { conversationId: 'conversation', version: 3, deposit: null, agreedOn: null, answers: agreed },
        },
      ])
      const option = part?.options[0]
      if (!part || !option) throw new Error('no part')
      const parts = [{ part, option, slot, note: '' }]
      return orderRequest({ parts, addressId: 'home', phone: '', totalPence: 999 }).shops[0]?.items[0]
    }
    expect(itemOf(answers)).toMatchObject({ chat_room_id: 'conversation', quote_version: 3, allergen_answers: answers })
    expect(itemOf([])).not.toHaveProperty('allergen_answers')
  })
})
