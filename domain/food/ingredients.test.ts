import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AllergenDeclaration } from './allergens.ts'
import { confirmMentions, emphasised, unconfirmedMentions } from './ingredients.ts'

const cake: AllergenDeclaration = {
  gluten: 'contains',
  wheat: 'contains',
  milk: 'contains',
  eggs: 'contains',
  nuts: 'may_contain',
}
const bold = (text: string, declaration: AllergenDeclaration | null = cake) =>
  emphasised(text, declaration).flatMap(({ text: piece, isAllergen }) => (isAllergen ? [piece] : []))

describe('an ingredients list', () => {
  it('emphasises the words of declared allergens, as written', () => {
    expect(
      bold('Wheat flour, unsalted BUTTER (milk), free-range eggs, caster sugar, ground almonds, sea salt'),
    ).toEqual(['Wheat', 'flour', 'BUTTER', 'milk', 'eggs', 'almonds'])
  })

  it('does not emphasise undeclared allergens', () => {
    expect(bold('Butter, eggs', { milk: 'contains', eggs: 'free' })).toEqual(['Butter'])
    expect(bold('Butter, eggs', null)).toEqual([])
  })

  it.each([
    'cocoa butter, coconut milk, cream of tartar, shea butter',
    'coconut, nutmeg, butternut squash, eggplant, buckwheat flour, rice flour, cornflour',
    'gluten-free bread, gluten free flour, dairy-free spread',
  ])('does not mistake %j for an allergen', (text) => {
    expect(bold(text)).toEqual([])
  })

  it('distinguishes peanut butter from butter and oat milk from milk', () => {
    expect(bold('peanut butter, oat milk, almond  milk', { milk: 'contains' })).toEqual([])
    expect(bold('Peanut butter', { peanuts: 'contains' })).toEqual(['Peanut butter'])
  })

  it('keeps every character of any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.constantFrom('milk', ' eggs', ',', 'flour ', 'é', ' ')),
        (text, words) => {
          const whole = text + words.join('')
          expect(
            emphasised(whole, cake)
              .map((piece) => piece.text)
              .join(''),
          ).toBe(whole)
        },
      ),
    )
  })
})

describe('an allergen in the ingredients', () => {
  it('is queried unless it is declared as contained', () => {
    const declared: AllergenDeclaration = { milk: 'free', eggs: 'contains', nuts: 'may_contain' }
    expect(unconfirmedMentions('Rye flour, butter, cream, eggs, hazelnuts', declared)).toEqual([
      { allergen: 'gluten', kind: 'rye', word: 'Rye flour', state: null },
      { allergen: 'milk', kind: null, word: 'butter', state: 'free' },
      { allergen: 'nuts', kind: 'hazelnut', word: 'hazelnuts', state: 'may_contain' },
    ])
  })

  it('is queried until the specific cereal is declared', () => {
    expect(unconfirmedMentions('oats', { gluten: 'contains', wheat: 'contains' })).toMatchObject([{ kind: 'oats' }])
    const mentions = unconfirmedMentions('wheat flour, oats, milk', {})
    const confirmed = confirmMentions({}, mentions)
    expect(confirmed).toEqual({ gluten: 'contains', wheat: 'contains', oats: 'contains', milk: 'contains' })
    expect(unconfirmedMentions('wheat flour, oats, milk', confirmed)).toEqual([])
  })
})
