import { describe, expect, it } from 'vitest'
import { type ProductOfPage, productActions } from './product-actions.ts'

const loaf: ProductOfPage = {
  product_type: 'standardized',
  stock: 3,
  is_made_to_order: false,
  allergens_declared: true,
  is_listed: true,
}
const cake: ProductOfPage = { ...loaf, product_type: 'bespoke', stock: 0 }

/** The four buttons in order: add, buy, consult, message. */
function buttons(product: ProductOfPage, isOwn = false) {
  const { addToBasket, buyNow, requestConsultation, messageSeller } = productActions(product, isOwn)
  return [addToBasket, buyNow, requestConsultation, messageSeller].join(' ')
}

describe('the buttons of a product', () => {
  it('sell a standardised product and contact its seller', () => {
    expect(buttons(loaf)).toBe('open open absent open')
    expect(productActions(loaf, false)).toMatchObject({ addLabel: 'Add to basket', reason: null })
  })

  it('lead from a bespoke product to a quote, for any stock', () => {
    expect(buttons(cake)).toBe('absent absent open open')
    expect(productActions(cake, false)).toMatchObject({ addLabel: 'Add to basket', reason: null })
  })

  it('offer only a message when a product is sold out', () => {
    expect(buttons({ ...loaf, stock: 0 })).toBe('blocked absent absent open')
    expect(buttons({ ...loaf, stock: 0, is_made_to_order: true })).toBe(buttons(loaf))
    expect(productActions({ ...loaf, stock: 0 }, false)).toMatchObject({
      addLabel: 'Sold out',
      reason: 'Sold out for now. Ask the seller when there will be more.',
    })
  })

  it('do not sell a product with undeclared allergens', () => {
    const undeclared = { ...loaf, allergens_declared: false }
    expect(buttons(undeclared)).toBe('blocked blocked absent open')
    expect(productActions(undeclared, false).reason).toMatch(/not declared all allergens yet/)
    expect(productActions({ ...undeclared, stock: 0 }, false)).toMatchObject({
      addLabel: 'Sold out',
      reason: expect.stringMatching(/not declared all allergens yet/),
    })
  })

  it('allow a consultation on a bespoke product with undeclared allergens', () => {
    expect(buttons({ ...cake, allergens_declared: false })).toBe('absent absent open open')
  })

  it('do not let owners buy from or message themselves', () => {
    expect(buttons(loaf, true)).toBe('blocked blocked absent blocked')
    expect(buttons(cake, true)).toBe('absent absent blocked blocked')
    expect(productActions(loaf, true).reason).toBe('This is your own product.')
  })

  it('do not sell an unlisted product, which only its owner can see', () => {
    expect(buttons({ ...loaf, is_listed: false })).toBe('blocked blocked absent blocked')
    expect(productActions({ ...cake, is_listed: false }, false).reason).toMatch(/^Only you can see this product/)
  })
})
