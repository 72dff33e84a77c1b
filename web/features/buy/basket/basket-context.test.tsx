import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { BasketLine } from '#domain/checkout/basket'
import { BasketProvider, useBasketCount } from './basket-context.tsx'
import { createBasketStore } from './basket-store.ts'
import { type EditableBasket, useBasket } from './use-basket.ts'

const line: BasketLine = {
  product: { id: '1', name: 'Loaf', pricePence: 450, image: null, shop: { name: 'Crumb', slug: 'crumb' } },
  variation: null,
  options: [],
  personalization: null,
  customRequestDetails: null,
  quantity: 2,
}

/** The basket that a component gets from a store. */
function basketOf(store = createBasketStore({ storage: null })): EditableBasket {
  const baskets: EditableBasket[] = []
  function Probe() {
    baskets.push(useBasket())
    return null
  }
  renderToStaticMarkup(
    <BasketProvider store={store}>
      <Probe />
    </BasketProvider>,
  )
  const [basket] = baskets
  if (!basket) throw new Error('nothing was rendered')
  return basket
}

describe('the basket', () => {
  it('throws outside its provider', () => {
    function BasketOutside() {
      return <p>{useBasket().count}</p>
    }
    function CountOutside() {
      return <p>{useBasketCount()}</p>
    }
    for (const Component of [BasketOutside, CountOutside]) {
      expect(() => renderToStaticMarkup(<Component />)).toThrow('useBasket must be used within a BasketProvider')
    }
  })

  it('is empty in the server’s HTML', () => {
    const store = createBasketStore({ storage: null })
    store.change(() => [line])
    expect(basketOf(store)).toMatchObject({ lines: [], count: 0, totalPence: 0 })
  })

  it('changes the basket and returns the number of items added', () => {
    const store = createBasketStore({ storage: null })
    const basket = basketOf(store)
    expect(basket.add(line, 3)).toBe(2)
    expect(basket.add(line, 3)).toBe(1)
    basket.setQuantity(0, 2)
    expect(store.current()).toEqual([{ ...line, addedAt: expect.any(Number) }])
    basket.add({ ...line, variation: 'Large' }, 9)
    basket.remove(0)
    expect(store.current().map(({ variation }) => variation)).toEqual(['Large'])
    basket.empty()
    expect(store.current()).toEqual([])
  })
})
