import { describe, expect, it } from 'vitest'
import { type FigureEdits, figureFaults, reduceFigures, toFigureChanges } from './figure-edits.ts'
import type { ProductRow } from './own-products.ts'

const row: ProductRow = {
  id: 'a',
  name: 'Cake',
  image: null,
  price: 12.5,
  min_price: null,
  max_price: null,
  product_type: 'standardized',
  category: null,
  stock: 4,
  is_bestseller: false,
  status: 'active',
  takedown_reason: null,
  allergens: null,
  allergens_declared: true,
  updated_at: 'then',
}
const none: FigureEdits = new Map()
const typed = (edits: FigureEdits, field: 'price' | 'stock', text: string, of = row) =>
  reduceFigures(edits, { type: 'typed', row: of, field, text })

describe('figures typed into the table', () => {
  it('are sent where they differ, with the version they were typed over', () => {
    expect(toFigureChanges(typed(none, 'price', '13'))).toEqual([{ id: 'a', price: 13, expected_updated_at: 'then' }])
    expect(toFigureChanges(typed(typed(none, 'price', '12.5'), 'stock', '0'))).toEqual([
      { id: 'a', stock: 0, expected_updated_at: 'then' },
    ])
  })

  it('are forgotten when they are as before', () => {
    expect(typed(typed(none, 'stock', '5'), 'stock', '4').size).toBe(0)
    expect(reduceFigures(typed(none, 'stock', '5'), { type: 'discarded' }).size).toBe(0)
  })

  it('are told what is wrong with them, and are not sent', () => {
    const edits = typed(typed(none, 'price', 'much'), 'stock', '1.5')
    expect([...edits.values()].map(figureFaults)).toEqual([
      { price: 'Please enter a valid price.', stock: 'Please enter a whole number.' },
    ])
    expect(toFigureChanges(edits)).toEqual([])
  })

  it('stay with what the server said of them until they are typed anew over the newest version', () => {
    const edits = typed(typed(none, 'price', '13'), 'price', '14', { ...row, id: 'b' })
    const left = reduceFigures(edits, { type: 'saved', outcomes: [{ id: 'a' }, { id: 'b', error: 'Changed.' }] })
    expect([...left.keys()]).toEqual(['b'])
    expect(left.get('b')?.refusal).toBe('Changed.')
    const again = typed(left, 'price', '15', { ...row, id: 'b', updated_at: 'now' })
    expect(toFigureChanges(again)).toEqual([{ id: 'b', price: 15, expected_updated_at: 'now' }])
  })
})
