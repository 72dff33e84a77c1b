import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { BasketLine } from '#domain/checkout/basket'
import { createBasketStore } from './basket-store.ts'
import { CartProvider, useCartCount } from './cart-context.tsx'
import { type Cart, useCart } from './use-cart.ts'

const line: BasketLine = {
  product: { id: '1', name: 'Loaf', pricePence: 450, image: null, shop: { name: 'Crumb', slug: 'crumb' } },
  variation: null,
  options: [],
  personalization: null,
  customRequestDetails: null,
  quantity: 2,
}

/** The cart that a component gets from a store. */
function cartOf(store = createBasketStore({ storage: null })): Cart {
  const carts: Cart[] = []
  function Probe() {
    carts.push(useCart())
    return null
  }
  renderToStaticMarkup(
    <CartProvider store={store}>
      <Probe />
    </CartProvider>,
  )
  const [cart] = carts
  if (!cart) throw new Error('nothing was rendered')
  return cart
}

describe('the cart', () => {
  it('throws outside its provider', () => {
    function CartOutside() {
      return <p>{useCart().count}</p>
    }
    function CountOutside() {
      return <p>{useCartCount()}</p>
    }
    for (const Component of [CartOutside, CountOutside]) {
      expect(() => renderToStaticMarkup(<Component />)).toThrow('useCart must be used within a CartProvider')
    }
  })

  it('is empty in the server’s HTML', () => {
    const store = createBasketStore({ storage: null })
    store.change(() => [line])
    expect(cartOf(store)).toMatchObject({ lines: [], count: 0, totalPence: 0 })
  })

  it('changes the basket and returns the number of items added', () => {
    const store = createBasketStore({ storage: null })
    const cart = cartOf(store)
    expect(cart.add(line, 3)).toBe(2)
    expect(cart.add(line, 3)).toBe(1)
    cart.setQuantity(0, 2)
    expect(store.current()).toEqual([{ ...line, addedAt: expect.any(Number) }])
    cart.add({ ...line, variation: 'Large' }, 9)
    cart.remove(0)
    expect(store.current().map(({ variation }) => variation)).toEqual(['Large'])
    cart.empty()
    expect(store.current()).toEqual([])
  })
})
