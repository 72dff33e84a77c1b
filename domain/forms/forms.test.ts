import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { priceQuoteForm, quoteForm } from './chat-forms.ts'
import { contactForm, visitorContactForm } from './contact-form.ts'
import { passwordForm } from './password-form.ts'
import { addSchedulesLabel, pickupScheduleForm, pickupScheduleFormDefaults } from './pickup-schedule-form.ts'
import { productEditForm, productForm, productFormDefaults } from './product-form.ts'
import { replyForm, reviewForm } from './review-forms.ts'
import { shopForm } from './shop-form.ts'

/** The errors of an input by field; empty if it is valid. */
function errorsOf(form: z.ZodType, input: unknown): Record<string, string> {
  const issues = form.safeParse(input).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

describe('the shop form', () => {
  const shop = { shopName: 'Crumb & Co', description: 'Bread from a wood oven.', category: 'Bread' }

  it('accepts names of 2 to 50 and descriptions of 10 to 500 characters', () => {
    expect(errorsOf(shopForm, shop)).toEqual({})
    expect(errorsOf(shopForm, { ...shop, shopName: 'ab', description: 'x'.repeat(10) })).toEqual({})
    expect(errorsOf(shopForm, { ...shop, shopName: 'x'.repeat(50), description: 'x'.repeat(500) })).toEqual({})
  })

  it('has the specified error texts', () => {
    expect(errorsOf(shopForm, { shopName: ' a ', description: 'short', category: '' })).toEqual({
      shopName: 'Shop name must be at least 2 characters.',
      description: 'Description must be at least 10 characters.',
      category: 'Please select a category.',
    })
    expect(errorsOf(shopForm, { shopName: 'x'.repeat(51), description: 'x'.repeat(501), category: 'Meals' })).toEqual({
      shopName: 'Shop name must be less than 50 characters.',
      description: 'Description must be less than 500 characters.',
      category: 'Please select a category.',
    })
  })
})

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

describe('the contact form', () => {
  it('requires a subject of 2 to 100 and a message of 10 to 1000 characters', () => {
    expect(errorsOf(contactForm, { subject: 'Hi', message: 'x'.repeat(1000) })).toEqual({})
    expect(errorsOf(contactForm, { subject: 'x', message: 'too short' })).toEqual({
      subject: 'Subject must be at least 2 characters',
      message: 'Message must be at least 10 characters',
    })
    expect(Object.keys(errorsOf(contactForm, { subject: 'x'.repeat(101), message: 'x'.repeat(1001) }))).toEqual([
      'subject',
      'message',
    ])
  })
})

describe('the pickup schedule form', () => {
  const schedule = { ...pickupScheduleFormDefaults, daysOfWeek: [6, 0, 6] }

  it('saves each chosen day once, without a maximum for a blank one', () => {
    expect(pickupScheduleForm.parse(schedule)).toEqual({
      daysOfWeek: [0, 6],
      onDate: null,
      isPosted: false,
      startTime: '09:00',
      endTime: '17:00',
      maxOrders: null,
    })
    expect(pickupScheduleForm.parse({ ...schedule, maxOrders: '1' }).maxOrders).toBe(1)
  })

  it('takes one date instead of weekdays, and the whole day for posting', () => {
    expect(pickupScheduleForm.parse({ ...schedule, daysOfWeek: [], onDate: '2026-12-23', isPosted: true })).toEqual({
      daysOfWeek: [3],
      onDate: '2026-12-23',
      isPosted: true,
      startTime: '00:00',
      endTime: '23:59',
      maxOrders: null,
    })
  })

  it('requires a day, both times, the end after the start, and at least one order', () => {
    expect(
      Object.keys(
        errorsOf(pickupScheduleForm, { ...schedule, daysOfWeek: [], startTime: '', endTime: '25:00', maxOrders: '0' }),
      ),
    ).toEqual(['startTime', 'endTime', 'maxOrders', 'daysOfWeek'])
    expect(errorsOf(pickupScheduleForm, { ...schedule, startTime: '17:00' })).toEqual({
      endTime: 'End time must be after the start time.',
    })
  })

  it('counts the days on its button', () => {
    expect([0, 1, 3].map((days) => addSchedulesLabel(days))).toEqual([
      'Add Pickup Schedule',
      'Add Pickup Schedule',
      'Add 3 Pickup Schedules',
    ])
  })
})

describe('the chat forms', () => {
  it.each(['', '0', '0.00', '-5', 'ten'])('refuse a quote of %j', (price) => {
    expect(errorsOf(priceQuoteForm, { price })).toEqual({ price: 'Please enter a valid price' })
  })

  it.each(['0.29', '99000.01', '99999.99'])('refuse a quote of %j, which no order could be placed for', (price) => {
    expect(errorsOf(priceQuoteForm, { price })).toEqual({ price: 'A quote can be from £0.30 to £99,000.' })
    const quote = { price: '', lines: [{ text: 'Cake', quantity: '1', price }], deposit: '', balanceDueOn: '' }
    const days = { wantedOn: '', validUntil: '2026-11-30', note: '' }
    expect(errorsOf(quoteForm('2026-11-26'), { ...quote, ...days })).toEqual({
      'lines.0.price': 'The total must be from £0.30 to £99,000.',
    })
    expect(errorsOf(quoteForm('2026-11-26'), { ...quote, ...days, price, lines: [] })).toEqual({
      price: 'A quote can be from £0.30 to £99,000.',
    })
  })

  it('accept a quote to the penny', () => {
    expect(priceQuoteForm.parse({ price: '49.99' })).toEqual({ price: 49.99 })
  })
})

describe('the password form', () => {
  it('requires the same new password twice', () => {
    const password = { currentPassword: 'old', newPassword: 'new', confirmPassword: 'new' }
    expect(errorsOf(passwordForm, password)).toEqual({})
    expect(errorsOf(passwordForm, { ...password, confirmPassword: 'New' })).toEqual({
      confirmPassword: 'Passwords do not match',
    })
  })
})

describe('a visitor’s contact form', () => {
  const enquiry = { subject: 'Hello', message: 'Do you bake on Sundays?', name: '', email: '' }

  it('accepts a visitor without name or address', () => {
    expect(errorsOf(visitorContactForm, enquiry)).toEqual({})
    expect(errorsOf(visitorContactForm, { ...enquiry, name: 'Vera', email: 'vera@example.com' })).toEqual({})
  })

  it('refuses an invalid email address and an overlong name', () => {
    expect(errorsOf(visitorContactForm, { ...enquiry, name: 'x'.repeat(101), email: 'vera@' })).toEqual({
      name: 'Name must be at most 100 characters',
      email: 'Please enter a valid email address',
    })
  })
})

describe('the review form', () => {
  it('requires stars; text is optional', () => {
    expect(errorsOf(reviewForm, { rating: '4', text: '' })).toEqual({})
    expect(errorsOf(reviewForm, { rating: 0, text: '' })).toEqual({ rating: 'Please choose how many stars.' })
    expect(errorsOf(reviewForm, { rating: null, text: 'x'.repeat(2001) })).toEqual({
      rating: 'Please choose how many stars.',
      text: 'Your review can have at most 2000 characters.',
    })
  })
})

describe('the reply form', () => {
  it('accepts 1 to 2000 characters', () => {
    expect(errorsOf(replyForm, { reply: ' Thanks! ' })).toEqual({})
    expect(errorsOf(replyForm, { reply: '  ' })).toEqual({ reply: 'Please write a reply.' })
    expect(errorsOf(replyForm, { reply: 'x'.repeat(2001) })).toEqual({
      reply: 'A reply can have at most 2000 characters.',
    })
  })
})
