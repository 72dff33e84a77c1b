import { describe, expect, it } from 'vitest'
import { plainChoice } from '#domain/food/plain-choice'
import { newChoice } from './options-form.ts'
import { productForm, productFormDefaults } from './product-form.ts'
import { toProductForm, toProductRecord } from './product-record.ts'

describe('a product between form and database', () => {
  it('keeps the pictures in order, the main one first', () => {
    const form = productForm.parse({
      ...productFormDefaults,
      name: 'Cake',
      pictures: ['product_images/a', 'product_images/b'],
    })
    expect(toProductRecord(form, 'draft')).toMatchObject({
      image: 'product_images/a',
      images: ['product_images/b'],
      status: 'draft',
    })
  })

  it('saves nothing for empty fields', () => {
    const form = productForm.parse({ ...productFormDefaults, name: 'Cake' })
    expect(toProductRecord(form, 'active')).toMatchObject({
      image: null,
      description: null,
      category: null,
      allergens: null,
    })
  })

  it('returns to the form unchanged', () => {
    const input = {
      ...productFormDefaults,
      name: 'Cake',
      product_type: 'bespoke' as const,
      min_price: '20.00',
      price: '0.00',
      max_price: '30.50',
      personalisation_price: '1.50',
      variations: [{ ...newChoice, name: 'Big', price_delta: '-2.00' }],
      option_groups: [
        {
          id: 'g',
          name: 'Topping',
          is_required: true,
          max_choices: '2',
          choices: [
            {
              id: 'c',
              name: 'Walnut',
              ingredients: 'walnuts, sugar',
              replaces: 'sugar',
              net_quantity: '500 g',
              price_delta: '1.50',
              stock: '3',
              allergens: { nuts: 'contains' as const, walnut: 'contains' as const },
            },
          ],
        },
      ],
      questions: [{ id: 'q', name: 'Message', is_required: false, max_length: '30', price: '2.00' }],
    }
    const { images, ...record } = toProductRecord(productForm.parse(input), 'active')
    const stored = {
      ...record,
      variations: [{ name: 'Big', price_delta: -2, stock: null, ...plainChoice }],
      option_groups: record.option_groups.map((group) => ({
        ...group,
        id: group.id ?? '',
        choices: group.choices.map((choice) => ({
          ...choice,
          id: choice.id ?? '',
          stock: choice.stock ?? null,
          allergens: choice.allergens,
          ingredients: choice.ingredients ?? null,
          replaces: choice.replaces ?? null,
          net_quantity: choice.net_quantity ?? null,
        })),
      })),
      questions: record.questions.map((question) => ({ ...question, id: question.id ?? '' })),
    }
    expect(toProductForm({ ...stored, images: images.map((image) => ({ image })) })).toEqual(input)
  })
})
