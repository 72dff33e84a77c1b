import { describe, expect, it } from 'vitest'
import { defaultVariations, occasionCategories, personalisationLabels, personalisations } from './categories.ts'

describe('defaultVariations', () => {
  it('gives cakes their flavours, cookies theirs, and everything else three sizes of treat', () => {
    expect(defaultVariations('Cakes')).toEqual(['Vanilla', 'Chocolate', 'Red Velvet'])
    expect(defaultVariations('Cookies')).toEqual(['Original', 'Chocolate Chip', 'Oatmeal'])
    expect(defaultVariations('Cupcakes')).toEqual(['Standard', 'Deluxe', 'Premium'])
    expect(defaultVariations(null)).toEqual(['Standard', 'Deluxe', 'Premium'])
  })
})

describe('occasionCategories', () => {
  it('maps every occasion to the categories that suit it', () => {
    expect(occasionCategories).toEqual({
      birthday: ['Cakes', 'Pastries'],
      wedding: ['Cakes', 'Pastries'],
      holiday: ['Cookies', 'Cakes', 'Pastries'],
      party: ['Cupcakes', 'Cakes', 'Cookies'],
      special: ['Cakes', 'Pastries', 'Custom'],
    })
  })
})

describe('personalisations', () => {
  it('all have a label', () => {
    expect(personalisations.map((key) => personalisationLabels[key])).toEqual([
      'Happy Birthday',
      'Congratulations',
      'Thank You',
      'Custom message',
    ])
  })
})
