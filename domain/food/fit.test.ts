import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AllergenDeclaration, allergens, declarable, parentOf, wholesOf } from './allergens.ts'
import { avoidableAllergens, avoidableKinds } from './avoided-allergens.ts'
import { type Food, fitOf, isFreeOf, isNotContained, reasonSentences, shortReason } from './fit.ts'
import { fitFilter, type Person } from './household.ts'
import { anyDeclaration } from './random-declarations.ts'

const person = (name: string, needs: Partial<Person>): Person => ({
  id: crypto.randomUUID(),
  name,
  avoid_contains: [],
  avoid_traces: [],
  avoid_others: [],
  diets: [],
  ...needs,
})
const daughter = person('My daughter', { avoid_traces: ['nuts', 'peanuts'] })
const food = (allergens: AllergenDeclaration | null, rest: Partial<Food> = {}): Food => ({
  allergens,
  diets: [],
  kitchen: null,
  texts: [],
  ...rest,
})
const sentences = (household: readonly Person[], product: Food) =>
  reasonSentences('This', fitOf(household, product).reasons)

describe('what is declared', () => {
  it('does not fit without a declaration of exactly what is avoided', () => {
    for (const declared of [null, {}, { milk: 'free' }, { almond: 'free' }] as const)
      for (const needs of [
        { avoid_traces: ['nuts'] },
        { avoid_contains: ['nuts'] },
        { avoid_contains: ['walnut'] },
      ] as const)
        expect(fitOf([person('Me', needs)], food(declared)).reasons).toHaveLength(1)
  })

  it.each<[AllergenDeclaration, free: boolean, without: boolean]>([
    [{ nuts: 'free' }, true, true],
    [{ nuts: 'may_contain' }, false, true],
    [{ nuts: 'contains' }, false, false],
    [{ nuts: 'free', almond: 'may_contain' }, false, true],
    [{ nuts: 'free', almond: 'contains' }, false, false],
    [{ almond: 'may_contain' }, false, true],
    [{ almond: 'contains' }, false, false],
  ])('judges all nuts together: %o', (declaration, free, without) => {
    expect([isFreeOf(declaration, 'nuts'), isNotContained(declaration, 'nuts')]).toEqual([free, without])
  })

  it.each<[AllergenDeclaration, free: boolean, without: boolean]>([
    [{ nuts: 'free' }, true, true],
    [{ nuts: 'contains', walnut: 'contains' }, false, false],
    [{ nuts: 'contains', walnut: 'may_contain' }, false, true],
    [{ nuts: 'contains', almond: 'contains' }, false, true],
    [{ nuts: 'contains', almond: 'contains', walnut: 'free' }, true, true],
    [{ nuts: 'contains' }, false, false],
    [{ nuts: 'may_contain' }, false, true],
  ])('judges a single nut by itself and by its group: %o', (declaration, free, without) => {
    expect([isFreeOf(declaration, 'walnut'), isNotContained(declaration, 'walnut')]).toEqual([free, without])
  })
})

const named: AllergenDeclaration = { gluten: 'contains' }

it.each<[AllergenDeclaration, avoided: 'wheat' | 'spelt', free: boolean, without: boolean]>([
  [{ ...named, spelt: 'contains' }, 'wheat', false, false],
  [{ ...named, wheat: 'free', spelt: 'contains' }, 'wheat', false, false],
  [{ ...named, wheat: 'free', spelt: 'may_contain', rye: 'contains' }, 'wheat', false, true],
  [{ ...named, wheat: 'free', rye: 'contains' }, 'wheat', true, true],
  [{ ...named, rye: 'contains' }, 'wheat', false, true],
  [{ ...named, spelt: 'may_contain' }, 'wheat', false, false],
  // A label may call spelt wheat, but not the reverse.
  [{ ...named, wheat: 'contains' }, 'spelt', false, false],
  [{ ...named, wheat: 'contains', spelt: 'free' }, 'spelt', true, true],
  [{ ...named, wheat: 'free', rye: 'contains' }, 'spelt', true, true],
  [{ ...named, rye: 'contains' }, 'spelt', false, true],
])('counts spelt as wheat: %o, avoiding %s', (declaration, avoided, free, without) => {
  expect([isFreeOf(declaration, avoided), isNotContained(declaration, avoided)]).toEqual([free, without])
})

it('names spelt to those who avoid wheat', () => {
  expect(sentences([person('Me', { avoid_contains: ['wheat'] })], food({ ...named, spelt: 'contains' }))).toEqual([
    'This contains spelt (wheat). You avoid wheat.',
  ])
})

describe('the reasons', () => {
  it('name the food and the person', () => {
    expect(sentences([daughter], food({ nuts: 'contains', walnut: 'contains', peanuts: 'free' }))).toEqual([
      'This contains walnut. My daughter avoids nuts.',
    ])
    expect(sentences([person('Me', { avoid_contains: ['milk'] })], food({ milk: 'contains' }))).toEqual([
      'This contains milk. You avoid milk.',
    ])
  })

  it('name traces only for those who avoid them, and say what is not declared', () => {
    const traces = food({ nuts: 'may_contain', almond: 'may_contain', peanuts: 'free' })
    expect(sentences([daughter], traces)).toEqual(['This may contain almond. My daughter avoids nuts.'])
    expect(sentences([person('Ben', { avoid_contains: ['nuts', 'peanuts'] })], traces)).toEqual([])
    expect(sentences([daughter], food({ nuts: 'contains' }))).toEqual([
      'This contains tree nuts and does not say whether it contains peanuts. My daughter avoids nuts.',
    ])
  })

  it('name a diet that is not declared, and accept vegan food for vegetarians', () => {
    const eater = person('Ben', { diets: ['vegetarian', 'no_alcohol'] })
    expect(sentences([eater], food({}, { diets: ['vegan'] }))).toEqual([
      'This is not declared free of alcohol. Ben has no alcohol.',
    ])
    expect(sentences([person('me', { diets: ['vegan'] })], food({}, { diets: ['vegetarian'] }))).toEqual([
      'This is not declared vegan. You are vegan.',
    ])
  })

  it('fit a card', () => {
    const { reasons } = fitOf([daughter], food({ nuts: 'contains', walnut: 'contains' }))
    expect(shortReason(reasons)).toBe('contains walnut and 1 more')
  })
})

describe('other foods', () => {
  const eater = person('Ben', { avoid_others: ['Kiwis', 'passion fruit'] })

  it('are found in what the seller wrote, in the singular and the plural', () => {
    const { reasons, mentions, unchecked } = fitOf([eater], food(null, { texts: ['Tart', null, 'Cream, kiwi, sugar'] }))
    expect(reasons).toEqual([])
    expect(reasonSentences('This', mentions)).toEqual(['This mentions Kiwis. Ben avoids Kiwis.'])
    expect(unchecked).toEqual(['passion fruit'])
  })

  it('are never found across two texts, nor inside another word', () => {
    expect(fitOf([eater], food(null, { texts: ['Passion', 'fruit'] })).mentions).toEqual([])
    expect(fitOf([person('Ben', { avoid_others: ['pea'] })], food(null, { texts: ['Peach'] })).mentions).toEqual([])
  })
})

describe('on a card', () => {
  const me = person('Me', { avoid_contains: ['milk', 'pecan'] })
  const absent = (household: readonly Person[], declaration: AllergenDeclaration, rest: Partial<Food> = {}) =>
    fitOf(household, food(declaration, rest)).absent.map(({ text, isOpen }) => (isOpen ? `${text}?` : text))
  const noNuts = { nuts: 'free', peanuts: 'free' } as const
  const handles = (handled: object) => ({ kitchen: { handles: handled, shares_equipment: true } })

  it('a fitting product says what it is declared free of, and what it only does not contain as an ingredient', () => {
    const both = [daughter, me]
    expect(absent(both, { ...noNuts, milk: 'may_contain' })).toEqual([
      'Declared free of nuts and pecan (kitchen not stated)',
      'No milk as an ingredient (may contain milk)',
    ])
    expect(absent(both, { ...noNuts, milk: 'free' })).toEqual([
      'Declared free of nuts, milk and pecan (kitchen not stated)',
    ])
    expect(absent([me], { milk: 'may_contain', nuts: 'contains', walnut: 'contains' })).toEqual([
      'No milk as an ingredient (may contain milk)',
      'No pecan as an ingredient (not declared free of pecan)',
    ])
    expect(absent([person('Me', { diets: ['vegan'] })], { milk: 'free' })).toEqual([])
  })

  it('a shared kitchen is a question for those who avoid traces, and a remark for others', () => {
    const everything = { ...noNuts, milk: 'free' } as const
    expect(absent([daughter], noNuts, handles({ nuts: true, peanuts: false }))).toEqual([
      'Declared free of tree nuts, made in a kitchen that handles tree nuts?',
      'Free of peanuts, kitchen included',
    ])
    expect(absent([me], everything, handles({ milk: true, nuts: false }))).toEqual([
      'Free of pecan, kitchen included',
      'No milk as an ingredient (handled in this kitchen)',
    ])
    expect(reasonSentences('This', fitOf([daughter], food(noNuts, handles({ nuts: true }))).kitchen)).toEqual([
      'This is made in a kitchen that handles tree nuts, with shared equipment. My daughter avoids even traces of tree nuts.',
    ])
    expect(fitOf([me], food(everything, handles({ milk: true, nuts: true }))).kitchen).toEqual([])
  })

  it('what is declared free is not contained, also where wheat alone is declared', () => {
    expect(isNotContained({ wheat: 'free' }, 'spelt')).toBe(true)
    expect(fitOf([person('Mia', { avoid_contains: ['spelt'] })], food({ wheat: 'free' })).reasons).toEqual([])
    fc.assert(
      fc.property(anyDeclaration, fc.constantFrom(...declarable.map(({ key }) => key)), (declaration, key) => {
        if (isFreeOf(declaration, key)) expect(isNotContained(declaration, key)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('nothing says free where the product, an option or the kitchen speaks against it', () => {
    const keys = [...avoidableAllergens, ...avoidableKinds].map(({ key }) => key)
    const statement = fc.dictionary(fc.constantFrom(...allergens.map(({ key }) => key)), fc.boolean())
    fc.assert(
      fc.property(
        anyDeclaration,
        fc.option(anyDeclaration, { nil: undefined }),
        statement,
        fc.constantFrom(...keys),
        fc.boolean(),
        (declaration, options, handled, key, isByTraces) => {
          const wish = isByTraces ? { avoid_traces: [key] } : { avoid_contains: [key] }
          const kitchen = { handles: handled, shares_equipment: null }
          const fit = fitOf([person('Mia', wish)], food(declaration, { options, kitchen }))
          // A cereal or nut that is declared by name is as declared, whatever its group is. Spelt is named by wheat, too.
          const stated = [declaration, options ?? {}].map((one) =>
            [key, ...wholesOf(key)].map((name) => one[name]).find((state) => state !== undefined),
          )
          const isPresent = stated.some((state) => state === 'contains' || state === 'may_contain')
          const isInKitchen = handled[parentOf(key)] === true
          const saysFree = fit.absent.some(
            ({ text, isOpen }) => /free of/i.test(text) && !/not declared/.test(text) && !isOpen,
          )
          expect(saysFree && (isPresent || isInKitchen || fit.reasons.length > 0)).toBe(false)
          if (saysFree)
            expect(fit.absent.some(({ text }) => text.includes('kitchen included'))).toBe(
              handled[parentOf(key)] === false,
            )
          expect(fit.kitchen.length > 0).toBe(isByTraces && isInKitchen && isFreeOf(declaration, key))
        },
      ),
      { numRuns: 300 },
    )
  })
})

it('asks the search for the stricter of two wishes', () => {
  const household = [daughter, person('Me', { avoid_contains: ['nuts', 'milk'], diets: ['vegan'] })]
  expect(fitFilter(household)).toEqual({ avoid: ['contains:milk', 'nuts', 'peanuts'], diets: ['vegan'] })
})
