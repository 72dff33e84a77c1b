import { describe, expect, it } from 'vitest'
import { enteredTotalPence, quoteLineText, readDeposit, readQuoteLines, readQuoteTerms } from './quote-terms.ts'

describe('the terms of a quote', () => {
  it('are read from JSON, without lines of another form', () => {
    const json = [{ text: 'Sugar flower', quantity: 12, price: 1.25 }, { text: 'Half' }, null, 'tier']
    expect(readQuoteLines(json)).toEqual([{ text: 'Sugar flower', quantity: 12, pricePence: 125 }])
    expect(readQuoteLines({ text: 'Tier' })).toEqual([])
    expect(readQuoteTerms({ lines: json, note: 'In a box.' })).toMatchObject({ note: 'In a box.' })
    expect(readQuoteTerms(null)).toEqual({ lines: [], note: '' })
  })

  it('show quantity, text and sum of a line', () => {
    expect(quoteLineText({ text: 'Sugar flower', quantity: 12, pricePence: 125 })).toBe('12 × Sugar flower: £15.00')
  })

  it('may ask for a deposit, in per cent or pounds', () => {
    expect(['30%', ' 30 % ', '50', '£12.50', '', '0%', '100%', 'half', '1.005'].map(readDeposit)).toEqual([
      ...[{ percent: 30 }, { percent: 30 }, { amount: 50 }, { amount: 12.5 }, null],
      ...[undefined, undefined, undefined, undefined],
    ])
  })

  it('add up while they are entered, once every line is complete', () => {
    expect(
      enteredTotalPence([
        { quantity: '', price: '80' },
        { quantity: '12', price: '1.25' },
      ]),
    ).toBe(9500)
    expect(enteredTotalPence([{ quantity: '1', price: '' }])).toBeNull()
    expect(enteredTotalPence([{ quantity: '1.5', price: '2' }])).toBeNull()
    expect(enteredTotalPence([])).toBe(0)
  })
})
