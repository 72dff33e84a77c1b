import { describe, expect, it } from 'vitest'
import type { BasketLine } from '#domain/checkout/basket'
import { basketChanges, basketRow, lineOfRow, mergeBaskets } from './basket-merge.ts'

const line = (n: number, quantity: number): BasketLine => ({
  product: {
    id: `00000000-0000-4000-8000-00000000000${n}`,
    name: `Bun ${n}`,
    pricePence: 450,
    image: null,
    shop: { name: 'Crumb', slug: 'crumb' },
  },
  variation: null,
  options: [],
  personalization: null,
  customRequestDetails: null,
  quantity,
})

describe('two copies of a basket', () => {
  it('are united at the sign-in, with the higher quantity of a line in both', () => {
    const copies = { base: [], local: [line(1, 2), line(2, 5)], remote: [line(2, 3), line(3, 1)] }
    expect(mergeBaskets(copies)).toEqual([line(1, 2), line(2, 5), line(3, 1)])
    expect(mergeBaskets({ ...copies, local: [line(2, 1)] })).toEqual([line(2, 3), line(3, 1)])
  })

  it('follow the account where this browser has changed nothing', () => {
    const base = [line(1, 2), line(2, 1)]
    expect(mergeBaskets({ base, local: base, remote: [line(2, 4), line(3, 1)] })).toEqual([line(2, 4), line(3, 1)])
  })

  it('keep what this browser has changed, added or removed', () => {
    const base = [line(1, 2), line(2, 1), line(3, 1)]
    const local = [line(1, 3), line(2, 1), line(4, 1)]
    const remote = [line(1, 9), line(2, 7), line(3, 5)]
    expect(mergeBaskets({ base, local, remote })).toEqual([line(1, 3), line(2, 7), line(4, 1)])
    expect(mergeBaskets({ base, local, remote: [] })).toEqual([line(1, 3), line(4, 1)])
  })

  it('are the same object if nothing changes', () => {
    const local = [line(1, 2)]
    expect(mergeBaskets({ base: local, local, remote: [line(1, 2)] })).toBe(local)
  })

  it('differ by the lines to save and to remove', () => {
    expect(basketChanges([line(1, 1), line(2, 1), line(3, 1)], [line(2, 2), line(3, 1), line(4, 1)])).toEqual({
      saved: [line(2, 2), line(4, 1)],
      removed: [line(1, 1)],
    })
    const untrue = { ...line(1, 1), product: { ...line(1, 1).product, id: 'no-id' } }
    expect(basketChanges([], [untrue])).toEqual({ saved: [], removed: [] })
  })
})

describe('a line as a row', () => {
  it('becomes the same line again', () => {
    const custom: BasketLine = {
      ...line(1, 3),
      variation: 'Large',
      personalization: 'custom',
      customRequestDetails: 'Ada',
    }
    expect(lineOfRow(basketRow(custom))).toEqual(custom)
  })

  it('is left out if its snapshot is unreadable', () => {
    for (const snapshot of [null, 'text', {}, { name: 'Bun' }])
      expect(lineOfRow({ ...basketRow(line(1, 1)), snapshot })).toBeNull()
  })
})
