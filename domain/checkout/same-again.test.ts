import { describe, expect, it } from 'vitest'
import { plainChoice } from '../food/plain-choice.ts'
import { emptyBasket } from './basket.ts'
import { type BoughtLine, type OnSale, sameAgain } from './same-again.ts'

const item: BoughtLine = {
  product_id: 'bun',
  name: 'Old bun',
  price: 3,
  quantity: 2,
  variation: 'Plain',
  options: [],
  personalization: 'custom',
  custom_request_details: 'For Jo',
  allergens: null,
}

const bun: OnSale = {
  id: 'bun',
  name: 'Bun',
  image: 'product_images/bun.webp',
  product_type: 'standardized',
  price: 3,
  min_price: null,
  max_price: null,
  stock: 9,
  is_made_to_order: false,
  is_personalisable: true,
  personalisation_price: 0,
  personalisation_max_length: 200,
  option_groups: [],
  questions: [],
  allergens: {},
  ingredients: null,
  net_quantity: null,
  allergens_declared: true,
  is_listed: true,
  available_for_delivery: true,
  available_for_pickup: true,
  variations: [{ name: 'Plain', price_delta: 0, stock: null, ...plainChoice }],
  shop: { name: 'Corner', slug: 'corner' },
}

/** The items again, picked up. */
const again = (items: readonly BoughtLine[], onSale: readonly OnSale[], basket = emptyBasket) =>
  sameAgain({ fulfilment: 'pickup', items }, onSale, basket)

const named = { name: 'Bun, Plain' }

describe('ordering the same again', () => {
  it('adds products still on sale with the same options, texts and quantities, by today’s name and price', () => {
    const { lines, changes } = again([item], [{ ...bun, price: 3.5 }])
    expect(lines).toEqual([
      {
        stock: 9,
        food: { ingredients: null, allergens: null, net_quantity: null },
        line: {
          product: {
            id: 'bun',
            name: 'Bun',
            image: 'product_images/bun.webp',
            pricePence: 350,
            shop: { name: 'Corner', slug: 'corner' },
          },
          variation: 'Plain',
          options: [],
          personalization: 'custom',
          customRequestDetails: 'For Jo',
          quantity: 2,
        },
      },
    ])
    expect(changes).toEqual([{ kind: 'price', ...named, wasPence: 300, nowPence: 350 }])
  })

  it('reports nothing when nothing has changed', () => {
    expect(again([item], [bun]).changes).toEqual([])
  })

  it('says that a product or its option is declared differently now', () => {
    const bought = { ...item, allergens: { milk: 'contains', nuts: 'free' } }
    const allergens = { milk: 'contains', nuts: 'free' }
    const walnut = { nuts: 'contains', walnut: 'contains' }
    const topped = { name: 'Plain', price_delta: 0, stock: null, ...plainChoice, allergens: walnut }
    expect(again([bought], [{ ...bun, allergens }]).changes).toEqual([])
    const change = { kind: 'allergens', ...named, message: 'It now contains walnut.' }
    expect(again([bought], [{ ...bun, allergens: { ...allergens, ...walnut } }]).changes).toEqual([change])
    expect(again([bought], [{ ...bun, allergens, variations: [topped] }]).changes).toEqual([change])
  })

  it('adds what the stock leaves, over all lines of a product and beside the basket', () => {
    const other = { ...item, custom_request_details: 'For Ann' }
    const { lines, changes } = again([item, other], [{ ...bun, stock: 3 }])
    expect(lines.map(({ line }) => line.quantity)).toEqual([2, 1])
    expect(changes).toEqual([{ kind: 'fewer', ...named, added: 1, wanted: 2 }])
    const basket = lines.map(({ line }) => line)
    expect(again([item], [{ ...bun, stock: 3 }], basket)).toEqual({
      lines: [],
      changes: [{ kind: 'fewer', ...named, added: 0, wanted: 2 }],
    })
  })

  it('adds what the stock of a choice leaves', () => {
    const variations = [{ name: 'Plain', price_delta: 0, stock: 1, ...plainChoice }]
    expect(again([item], [{ ...bun, variations }])).toMatchObject({
      lines: [{ line: { quantity: 1 } }],
      changes: [{ kind: 'fewer', added: 1, wanted: 2 }],
    })
  })

  it('keeps the limit of a line', () => {
    const many = { ...item, quantity: 99 }
    const onSale = [{ ...bun, is_made_to_order: true }]
    const basket = again([item], onSale).lines.map(({ line }) => line)
    expect(again([many], onSale, basket).changes).toEqual([{ kind: 'fewer', ...named, added: 97, wanted: 99 }])
  })

  it.each<[string, OnSale[]]>([
    ['gone', []],
    ['gone', [{ ...bun, is_listed: false }]],
    ['gone', [{ ...bun, is_listed: false, product_type: 'bespoke' }]],
    ['bespoke', [{ ...bun, product_type: 'bespoke' }]],
    ['sold-out', [{ ...bun, stock: 0 }]],
    ['variation-gone', [{ ...bun, variations: [{ name: 'Seeded', price_delta: 0, stock: null, ...plainChoice }] }]],
    ['undeclared', [{ ...bun, allergens_declared: false }]],
  ])('skips a product that is %s', (why, onSale) => {
    expect(again([item], onSale)).toEqual({ lines: [], changes: [{ kind: 'missing', name: 'Old bun, Plain', why }] })
  })

  it('names the choice that is gone, or that it asks for by now', () => {
    const name = 'Old bun, Plain'
    expect(again([item], [{ ...bun, is_personalisable: false }])).toEqual({
      lines: [],
      changes: [{ kind: 'choice', name, message: 'This is no longer personalised.' }],
    })
    const choices = ['Jam', 'Curd'].map((of) => ({ id: of, name: of, price_delta: 0, stock: null, ...plainChoice }))
    const filling = { id: 'filling', name: 'Filling', is_required: true, max_choices: 1, choices }
    expect(again([item], [{ ...bun, option_groups: [filling] }]).changes).toEqual([
      { kind: 'choice', name, message: 'Please choose “Filling”' },
    ])
  })

  it('adds what is offered by the other fulfilment only, and skips what is offered by none', () => {
    const delivered = { ...bun, available_for_pickup: false }
    expect(again([item], [delivered])).toMatchObject({
      lines: [{ line: { quantity: 2 } }],
      changes: [{ kind: 'fulfilment', ...named, was: 'pickup' }],
    })
    expect(again([item], [{ ...delivered, available_for_delivery: false }])).toEqual({
      lines: [],
      changes: [{ kind: 'no-fulfilment', name: 'Old bun, Plain' }],
    })
  })

  it('skips a deleted product', () => {
    expect(again([{ ...item, product_id: null }, item], [bun])).toMatchObject({
      lines: [{ stock: 9 }],
      changes: [{ kind: 'missing', why: 'gone' }],
    })
  })
})
