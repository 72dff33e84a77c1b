import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  amountText,
  type Batch,
  lineCostPence,
  marginState,
  portionCost,
  saleOf,
  suggestedPence,
} from './recipe-costs.ts'

const free = { feePercent: 0, vatRate: null }

describe('the cost of a portion', () => {
  const batch: Batch = {
    lines: [
      { pack: { size: 1500, pricePence: 145 }, quantity: 300 },
      { pack: { size: 12, pricePence: 300 }, quantity: 4 },
    ],
    portions: 12,
    otherPence: 240,
    minutes: 45,
    hourlyPence: 1200,
  }

  it('is that of ingredients, other costs and work, divided by the portions', () => {
    expect(batch.lines.map(lineCostPence)).toEqual([29, 100])
    // (29 + 100) / 12 = 10.75, 240 / 12 = 20, 45 minutes of £12 = £9 / 12 = 75
    expect(portionCost(batch)).toEqual({ ingredientsPence: 11, otherPence: 20, workPence: 75, totalPence: 106 })
  })

  it('changes with the price of an ingredient', () => {
    const dearer = batch.lines.map(({ pack, quantity }) => ({
      pack: { ...pack, pricePence: pack.pricePence * 2 },
      quantity,
    }))
    expect(portionCost({ ...batch, lines: dearer }).ingredientsPence).toBe(22)
  })

  it('is exact where a sum of rounded lines would not be', () => {
    // A third of a penny each: three of them are one penny, and not 0.
    const thirds = Array.from({ length: 3 }, () => ({ pack: { size: 3, pricePence: 1 }, quantity: 1 }))
    const nothing = { portions: 1, otherPence: 0, minutes: 0, hourlyPence: 0 }
    expect(portionCost({ ...nothing, lines: thirds }).totalPence).toBe(1)
    expect(
      portionCost({ ...nothing, lines: [{ pack: { size: 1000, pricePence: 29 }, quantity: 0.29 }] }).totalPence,
    ).toBe(0)
    expect(portionCost({ ...nothing, lines: [], portions: 2, otherPence: 1 }).totalPence).toBe(1)
  })

  it('has parts that add up, within a penny of the exact cost', () => {
    const line = fc.record({
      pack: fc.record({
        size: fc.integer({ min: 1, max: 1_000_000 }),
        pricePence: fc.integer({ min: 0, max: 999_999 }),
      }),
      quantity: fc.integer({ min: 1, max: 10_000_000 }).map((hundredths) => hundredths / 100),
    })
    const batches = fc.record({
      lines: fc.array(line, { maxLength: 100 }),
      portions: fc.integer({ min: 1, max: 10_000 }),
      otherPence: fc.integer({ min: 0, max: 999_999 }),
      minutes: fc.integer({ min: 0, max: 10_000 }),
      hourlyPence: fc.integer({ min: 0, max: 99_999 }),
    })
    fc.assert(
      fc.property(batches, (given) => {
        const { ingredientsPence, otherPence, workPence, totalPence } = portionCost(given)
        expect(ingredientsPence + otherPence + workPence).toBe(totalPence)
        for (const part of [ingredientsPence, otherPence, workPence]) expect(part).toBeGreaterThanOrEqual(0)
        const lines = given.lines.reduce(
          (total, { pack, quantity }) => total + (quantity * pack.pricePence) / pack.size,
          0,
        )
        const exact = (lines + given.otherPence + (given.minutes * given.hourlyPence) / 60) / given.portions
        expect(Math.abs(totalPence - exact)).toBeLessThanOrEqual(0.5 + exact * 1e-9)
      }),
    )
  })
})

describe('a sale', () => {
  it('leaves what remains after VAT, the fee and the cost', () => {
    expect(saleOf(350, 106, free)).toEqual({
      pricePence: 350,
      vatPence: 0,
      feePence: 0,
      costPence: 106,
      profitPence: 244,
      marginPercent: 69.7,
    })
    expect(saleOf(360, 106, { feePercent: 7.5, vatRate: 20 })).toMatchObject({
      vatPence: 60,
      feePence: 27,
      profitPence: 167,
      marginPercent: 55.6,
    })
    expect(saleOf(100, 106, free)).toMatchObject({ profitPence: -6, marginPercent: -6 })
    expect(saleOf(0, 106, free).marginPercent).toBeNull()
  })

  it('is good from the margin that the shop aims for, and a loss below the cost', () => {
    expect(marginState(saleOf(200, 120, free), 40)).toBe('good')
    expect(marginState(saleOf(199, 120, free), 40)).toBe('low')
    expect(marginState(saleOf(119, 120, free), 0)).toBe('loss')
    expect(marginState(saleOf(0, 0, free), 40)).toBe('good')
  })
})

describe('the suggested price', () => {
  it('is the cost divided by what margin, fee and VAT leave, rounded up', () => {
    expect(suggestedPence(120, 40, free)).toBe(200)
    expect(suggestedPence(100, 0, free)).toBe(100)
    expect(suggestedPence(100, 67, free)).toBe(304)
    // 120 / (0.6 / 1.2 - 0.1) = 300
    expect(suggestedPence(120, 40, { feePercent: 10, vatRate: 20 })).toBe(300)
  })

  it('does not exist where fee, VAT and margin take everything', () => {
    expect(suggestedPence(100, 90, { feePercent: 10, vatRate: null })).toBeNull()
    expect(suggestedPence(100, 90, { feePercent: 9, vatRate: 20 })).toBeNull()
    expect(suggestedPence(9_000_000, 90, free)).toBeNull()
  })

  it('is the lowest price with this margin, as a search of all prices finds it', () => {
    const charges = fc.record({
      feePercent: fc.integer({ min: 0, max: 3000 }).map((hundredths) => hundredths / 100),
      vatRate: fc.constantFrom(null, 0, 20),
    })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 90 }), charges, (cost, margin, given) => {
        const reaches = (pence: number) => {
          const { profitPence, vatPence } = saleOf(pence, cost, given)
          return profitPence * 100 >= margin * (pence - vatPence)
        }
        const suggested = suggestedPence(cost, margin, given)
        fc.pre(suggested !== null && suggested < 20_000)
        let lowest = 1
        while (!reaches(lowest)) lowest += 1
        expect(suggested).toBe(lowest)
      }),
    )
  })
})

it('amounts are shown in the larger unit from a thousand', () => {
  expect([amountText(1500, 'g'), amountText(250, 'ml'), amountText(1000, 'ml'), amountText(2000, 'ml')]).toEqual([
    '1.5 kg',
    '250 ml',
    '1 litre',
    '2 litres',
  ])
  expect([amountText(12, 'each'), amountText(0.5, 'g'), amountText(1200, 'each')]).toEqual(['12', '0.5 g', '1,200'])
})
