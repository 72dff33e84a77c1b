import { describe, expect, it } from 'vitest'
import type { OnSale } from './basket-review.ts'
import { type CheckoutLine, chosenOption, nothingChosen, orderRequest, partsOf, totalsOf } from './checkout.ts'

const honey = { id: 'honey', name: 'Honey', slug: 'honey' }
const crumb = { id: 'crumb', name: 'Crumb', slug: 'crumb' }

function line(id: string, product: Partial<OnSale> = {}, quantity = 1, pricePence = 1000): CheckoutLine {
  const shop = product.shop ?? honey
  return {
    line: {
      product: { id, name: id, pricePence, image: null, shop },
      variation: 'Plain',
      personalization: null,
      customRequestDetails: null,
      quantity,
    },
    product: {
      id,
      product_type: 'standardized',
      category: 'Bread',
      price: pricePence / 100,
      min_price: null,
      max_price: null,
      name: 'Loaf',
      image: null,
      stock: 9,
      allergens: { milk: 'contains' },
      allergens_declared: true,
      is_listed: true,
      available_for_delivery: true,
      available_for_pickup: true,
      variations: [],
      shop,
      ...product,
    },
    pricePence,
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
      totalPence: 2000,
    })
    expect(request).toEqual({
      shops: [
        {
          shop_id: 'honey',
          fulfilment: 'pickup',
          pickup: slot,
          note: 'Ring twice',
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

  it('has an address only for a delivery, and no slot for a shop that delivers', () => {
    const [part] = partsOf([line('cake')])
    const option = part?.options[0]
    if (!part || !option) throw new Error('no part')
    const request = orderRequest({ parts: [{ part, option, slot, note: '' }], addressId: 'home', totalPence: 1399 })
    expect(request).toMatchObject({ address_id: 'home', shown_total: 13.99, shops: [{ note: null }] })
    expect(request.shops[0]).not.toHaveProperty('pickup')
  })
})
