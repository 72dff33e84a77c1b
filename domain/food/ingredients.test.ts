import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AllergenDeclaration } from './allergens.ts'
import { confirmMentions, emphasised, unconfirmedMentions, unnamedAllergens, withLegalNames } from './ingredients.ts'

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
    ).toEqual(['Wheat flour', 'BUTTER', 'milk', 'eggs', 'almonds'])
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
      { allergen: 'gluten', kind: 'rye', word: 'Rye flour', says: 'contains', state: null },
      { allergen: 'milk', kind: null, word: 'butter', says: 'contains', state: 'free' },
      { allergen: 'nuts', kind: 'hazelnut', word: 'hazelnuts', says: 'contains', state: 'may_contain' },
    ])
  })

  it.each([
    'Sugar. May contain traces of nuts.',
    'Sugar (may contain nuts), salt',
    'Sugar; made in a kitchen that handles nuts',
    'Sugar. Not suitable for people with a nut allergy.',
  ])('is not contained by a statement of traces: %j', (text) => {
    const mentions = unconfirmedMentions(text, { milk: 'free' })
    expect(mentions).toMatchObject([{ allergen: 'nuts', says: 'may_contain' }])
    expect(confirmMentions({}, mentions)).toEqual({ nuts: 'may_contain' })
    expect(unconfirmedMentions(text, { nuts: 'may_contain' })).toEqual([])
  })

  it('is contained by an ingredient behind a statement of traces', () => {
    expect(unconfirmedMentions('Sugar (may contain nuts), milk. May contain soya', {})).toMatchObject([
      { allergen: 'milk', says: 'contains' },
      { allergen: 'nuts', says: 'may_contain' },
      { allergen: 'soya', says: 'may_contain' },
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

describe('the legal name of an allergen', () => {
  const declared = Object.fromEntries(
    'gluten wheat spelt barley eggs fish crustaceans molluscs milk mustard sesame soya sulphites celery nuts almond peanuts'
      .split(' ')
      .map((key) => [key, 'contains'] as const),
  )

  it.each([
    ['Tahini', 'Tahini (sesame)'],
    ['Spelt flour', 'Spelt flour (wheat)'],
    ['Tofu, mayonnaise', 'Tofu (soya), mayonnaise (eggs)'],
    ['Flour, sugar', 'Flour (wheat), sugar'],
    ['Cod 20%, king prawns; mussels', 'Cod (fish) 20%, king prawns (crustaceans); mussels (molluscs)'],
    ['Whey powder, ghee, parmesan', 'Whey (milk) powder, ghee (milk), parmesan (milk)'],
    ['Malt vinegar, E220', 'Malt vinegar (barley), E220 (sulphites)'],
    ['Worcester sauce', 'Worcester sauce (fish, barley)'],
    ['Marzipan', 'Marzipan (almonds)'],
  ])('is added to %j', (text, named) => {
    expect(withLegalNames(text, declared)).toBe(named)
    expect(withLegalNames(named, declared)).toBe(named)
  })

  it.each([
    'Wheat flour, milk, butter, cream, cheddar cheese, yoghurt, eggs',
    'Flour (wheat flour, iron), mayonnaise (rapeseed oil, egg yolk 5%, mustard)',
    'Sesame paste (tahini), spelt (wheat) flour, fish sauce',
    'Soya lecithin, ground almonds, peanut butter, celery, sodium metabisulphite',
    'May contain tahini, prawns',
  ])('is in %j', (text) => expect(withLegalNames(text, declared)).toBe(text))

  it('is not added for what is not declared as contained', () => {
    expect(withLegalNames('Tahini, tofu', { sesame: 'may_contain', soya: 'free' })).toBe('Tahini, tofu')
  })

  it('of contained cereals and nuts is missed where the list names none', () => {
    const nuts: AllergenDeclaration = { nuts: 'contains', almond: 'contains', hazelnut: 'contains', milk: 'contains' }
    expect(unnamedAllergens('Almonds, cream', nuts)).toEqual(['hazelnut'])
    expect(unnamedAllergens('Nuts, cream', nuts)).toEqual(['almond', 'hazelnut'])
    expect(unnamedAllergens('Spelt flour', { gluten: 'contains', wheat: 'contains' })).toEqual([])
    expect(unnamedAllergens('Sugar. May contain milk', { milk: 'contains' })).toEqual(['milk'])
  })
})
