import { describe, expect, it } from 'vitest'
import { errorsOf } from '#domain/values/form-errors'
import { priceQuoteForm, quoteForm } from './chat-forms.ts'

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

it('a deposit is at least a fifth of the price, also of the sum of lines', () => {
  const input = { wantedOn: '2026-06-20', validUntil: '2026-06-15', balanceDueOn: '2026-06-18', note: '' }
  const refusal = (deposit: string, more: object) =>
    quoteForm('2026-06-10')
      .safeParse({ ...input, price: '', lines: [], deposit, ...more })
      .error?.issues.flatMap(({ path, message }) => (path[0] === 'deposit' ? [message] : []))[0]
  const lines = [{ text: 'Tier', quantity: '2', price: '50' }]
  for (const more of [{ price: '100' }, { lines }]) {
    for (const small of ['19%', '19.99'])
      expect(refusal(small, more)).toBe('A deposit must be at least 20% of the price.')
    for (const enough of ['20%', '20', '30%', '']) expect(refusal(enough, more)).toBeUndefined()
  }
})
