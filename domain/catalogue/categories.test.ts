import { describe, expect, it } from 'vitest'
import {
  defaultVariations,
  occasionCategories,
  occasionName,
  occasions,
  offeredCategory,
  personalisationLabels,
  personalisations,
  readOccasion,
} from './categories.ts'

describe('defaultVariations', () => {
  it('gives cakes and cookies their flavours, and every other category three sizes', () => {
    expect(defaultVariations('Cakes')).toEqual(['Vanilla', 'Chocolate', 'Red Velvet'])
    expect(defaultVariations('Cookies')).toEqual(['Original', 'Chocolate Chip', 'Oatmeal'])
    expect(defaultVariations('Cupcakes')).toEqual(['Standard', 'Deluxe', 'Premium'])
    expect(defaultVariations(null)).toEqual(['Standard', 'Deluxe', 'Premium'])
  })
})

describe('occasionCategories', () => {
  it('maps the occasions of the home page to matching categories', () => {
    expect(occasionCategories).toMatchObject({
      birthday: ['Cakes', 'Pastries'],
      wedding: ['Cakes', 'Pastries'],
      holiday: ['Cookies', 'Cakes', 'Pastries'],
      party: ['Cupcakes', 'Cakes', 'Cookies'],
      special: ['Cakes', 'Pastries', 'Custom'],
    })
  })
})

describe('occasion and category names in a URL', () => {
  it('are matched in any case', () => {
    expect(['birthday', 'Birthday', ' PARTY '].map(readOccasion)).toEqual(['birthday', 'birthday', 'party'])
    expect(['cakes', 'SPECIALTY items', 'Pies'].map(offeredCategory)).toEqual(['Cakes', 'Specialty Items', 'Pies'])
  })

  it('are null when unknown', () => {
    expect(['', 'funeral', 'constructor', '__proto__'].map(readOccasion)).toEqual([null, null, null, null])
    expect(['', 'Coffee', 'Cake', 'toString'].map(offeredCategory)).toEqual([null, null, null, null])
  })

  it('are offered for every occasion', () => {
    expect(occasions.toSorted()).toEqual(Object.keys(occasionCategories).toSorted())
  })

  it('are lower case within a sentence, except for feasts', () => {
    expect((['birthday', 'gift', 'christmas', 'mothers-day'] as const).map(occasionName)).toEqual([
      'birthday',
      'gift',
      'Christmas',
      'Mother’s Day',
    ])
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
