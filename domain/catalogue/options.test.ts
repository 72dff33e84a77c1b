import { describe, expect, it } from 'vitest'
import { plainChoice } from '../food/plain-choice.ts'
import {
  chosenPriceLabel,
  type Offered,
  type OfferedVariation,
  priceChangeLabel,
  resolveSelection,
  type Selection,
} from './options.ts'
import { readOptions } from './read-options.ts'

const id = (n: number) => `5b0f0000-0000-4000-8000-00000000000${n}`
const offered = (name: string, price_delta = 0, more: Partial<OfferedVariation> = {}): OfferedVariation => ({
  name,
  price_delta,
  stock: null,
  ...plainChoice,
  ...more,
})
const plain: Offered = {
  product_type: 'standardized',
  price: 24,
  min_price: null,
  max_price: null,
  variations: [],
  option_groups: [],
  questions: [],
  is_personalisable: true,
  personalisation_price: 1.5,
  personalisation_max_length: 10,
}
const cake: Offered = {
  ...plain,
  variations: [offered('6 inch'), offered('8 inch', 9.5)],
  option_groups: [
    {
      id: id(1),
      name: 'Topping',
      is_required: true,
      max_choices: 2,
      choices: [
        { id: id(2), ...offered('Walnut', 2.5, { stock: 3, allergens: { walnut: 'contains' } }) },
        { id: id(3), ...offered('No icing', -1) },
      ],
    },
    { id: id(4), name: 'Board', is_required: true, max_choices: 1, choices: [{ id: id(5), ...offered('Wood', 1) }] },
  ],
  questions: [{ id: id(6), name: 'Message', is_required: false, max_length: 30, price: 2 }],
}
const nothing: Selection = { variation: null, options: [], personalization: null, customRequestDetails: null }
const full: Selection = {
  ...nothing,
  variation: '8 inch',
  options: [
    { question_id: id(6), text: ' Happy  birthday ' },
    { group_id: id(1), choice_ids: [id(3), id(2)] },
  ],
}

describe('a selection', () => {
  it('is priced with everything that is chosen, in words of the product’s order', () => {
    expect(resolveSelection(cake, full)).toMatchObject({
      pricePence: 2400 + 950 + 250 - 100 + 100 + 200,
      texts: ['Topping: Walnut, No icing', 'Board: Wood', 'Message: “Happy birthday”'],
      problems: [],
      taken: [{ name: '8 inch' }, { name: 'Walnut', stock: 3 }, { name: 'No icing' }, { name: 'Wood' }],
    })
  })

  it('is completed with what needs no choice', () => {
    const { variation, options, problems } = resolveSelection(
      { ...cake, variations: [offered('6 inch')], questions: [] },
      {
        ...nothing,
        options: [{ group_id: id(1), choice_ids: [id(2)] }],
      },
    )
    expect({ variation, options, problems }).toEqual({
      variation: '6 inch',
      options: [
        { group_id: id(1), choice_ids: [id(2)] },
        { group_id: id(4), choice_ids: [id(5)] },
      ],
      problems: [],
    })
  })

  it('of a product that offers nothing asks nothing', () => {
    expect(resolveSelection(plain, nothing)).toMatchObject({
      variation: null,
      options: [],
      pricePence: 2400,
      problems: [],
    })
  })

  it.each<[what: string, change: Partial<Selection>, product: Partial<Offered>, kind: string, at: string]>([
    ['a missing variation', { variation: null }, {}, 'missing', 'variation'],
    ['an unknown variation', { variation: '10 inch' }, {}, 'gone', 'variation'],
    ['a default of the category', { variation: 'Vanilla' }, { variations: [] }, 'gone', 'variation'],
    ['a missing choice', { options: [] }, {}, 'missing', id(1)],
    ['an unknown choice', { options: [{ group_id: id(1), choice_ids: [id(9)] }] }, {}, 'gone', id(1)],
    [
      'a group that is gone',
      { options: [...full.options, { group_id: id(8), choice_ids: [id(9)] }] },
      {},
      'gone',
      id(8),
    ],
    [
      'a greeting that is not offered',
      { personalization: 'thank_you' },
      { is_personalisable: false },
      'gone',
      'personalisation',
    ],
    ['words that are missing', { personalization: 'custom' }, {}, 'missing', 'personalisation'],
    [
      'words that are too long',
      { personalization: 'custom', customRequestDetails: 'Eleven char' },
      {},
      'gone',
      'personalisation',
    ],
  ])('reports %s', (_, change, product, kind, at) => {
    expect(resolveSelection({ ...cake, ...product }, { ...full, ...change }).problems).toMatchObject([{ kind, at }])
  })

  it('has a price range until it is complete', () => {
    expect(chosenPriceLabel(cake, resolveSelection(cake, nothing))).toBe('£24.00 - £37.00')
    expect(chosenPriceLabel(cake, resolveSelection(cake, full))).toBe('£38.00')
    const bespoke = { ...plain, product_type: 'bespoke', price: 0 }
    expect(chosenPriceLabel({ ...bespoke, min_price: 28, max_price: 35 }, resolveSelection(bespoke, nothing))).toBe(
      '£28.00 - £35.00',
    )
    expect(chosenPriceLabel(bespoke, resolveSelection(bespoke, nothing))).toBe('Custom pricing')
  })

  it('says what a choice costs more or less', () => {
    expect([2.5, -1, 0].map(priceChangeLabel)).toEqual(['+£2.50', '−£1.00', null])
  })
})

describe('stored options', () => {
  it('are read in one order, without what is invalid or empty', () => {
    expect(
      readOptions([
        { question_id: id(6), name: 'Message', text: '  To   Jo ' },
        { group_id: id(1), choice_ids: [id(3), id(2), 'x'], value: 'Walnut' },
        { group_id: 'x', choice_ids: [] },
        { group_id: id(4), choice_ids: [] },
        { question_id: id(5), text: ' ' },
        null,
        7,
      ]),
    ).toEqual([
      { group_id: id(1), choice_ids: [id(2), id(3)] },
      { question_id: id(6), text: 'To Jo' },
    ])
    expect(readOptions('walnut')).toEqual([])
  })
})
