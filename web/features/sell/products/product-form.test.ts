import { describe, expect, it } from 'vitest'
import { errorsOf } from '#domain/values/form-errors'
import { productEditForm, productForm, productFormDefaults } from './product-form.ts'

describe('the product form', () => {
  const product = { ...productFormDefaults, name: 'Lemon drizzle', price: '12.5', stock: '4' }

  it("outputs numbers in the database's types", () => {
    expect(productForm.parse(product)).toMatchObject({ price: 12.5, stock: 4 })
    expect(productForm.parse({ ...product, price: '', stock: '' })).toMatchObject({ price: 0, stock: 0 })
  })

  it('saves the price 0 for bespoke products', () => {
    expect(productForm.parse({ ...product, product_type: 'bespoke' }).price).toBe(0)
  })

  it('reports invalid fields', () => {
    expect(errorsOf(productForm, { ...product, name: 'x', image: 'cake.png' })).toEqual({
      name: 'Product name must be at least 2 characters.',
      image: 'Please enter a valid URL.',
    })
    expect(errorsOf(productForm, { ...product, image: 'javascript:alert(1)' })).toEqual({
      image: 'Please enter a valid URL.',
    })
    const written = "https://example.org/a b's.png?x=<1>"
    expect(productForm.parse({ ...product, image: written }).image).toBe('https://example.org/a%20b%27s.png?x=%3C1%3E')
  })

  it.each(['-1', '1.234', 'NaN', '1e3', '£4', '1,50', '123456789'])('refuses the price %j', (price) => {
    expect(errorsOf(productForm, { ...product, price })).toEqual({ price: 'Please enter a valid price.' })
  })

  it('gives a range and a consultation to bespoke products only', () => {
    const range = { min_price: '20', max_price: '35.50', requires_consultation: true }
    expect(productForm.parse({ ...product, ...range })).toMatchObject({ min_price: null, requires_consultation: false })
    const bespoke = { ...product, ...range, product_type: 'bespoke' }
    expect(productForm.parse(bespoke)).toMatchObject({ min_price: 20, max_price: 35.5, requires_consultation: true })
    expect(errorsOf(productForm, { ...bespoke, max_price: '19.99' })).toEqual({
      max_price: 'The highest price must not be below the lowest.',
    })
  })

  it('validates each variation', () => {
    const variations = [
      { name: 'Small', price_delta: '-12.49' },
      { name: ' SMALL', price_delta: '-12.50' },
      { name: '', price_delta: 'much' },
    ]
    expect(errorsOf(productForm, { ...product, variations: variations.slice(0, 2) })).toEqual({
      'variations.1.name': 'This variation is listed twice.',
      'variations.1.price_delta': 'This would reduce the price to zero or less.',
    })
    expect(errorsOf(productForm, { ...product, variations: variations.slice(2) })).toEqual({
      'variations.0.name': 'Please name this variation.',
      'variations.0.price_delta': 'Please enter an amount, such as 4.50 or -2.',
    })
  })

  it('has the database’s limits', () => {
    const much = { ...product, price: '100000', stock: '1000001', name: 'x'.repeat(151), lead_time_days: '366' }
    expect(Object.keys(errorsOf(productForm, much)).sort()).toEqual(['lead_time_days', 'name', 'price', 'stock'])
  })

  it('edits by the same rules', () => {
    expect(errorsOf(productEditForm, { ...product, stock: '1.5' })).toEqual({ stock: 'Please enter a whole number.' })
  })
})
