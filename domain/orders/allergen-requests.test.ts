import { describe, expect, it } from 'vitest'
import { type AllergenDeclaration, allergens } from '../food/allergens.ts'
import {
  agreeingDeclaration,
  allergenNames,
  answerLine,
  answerText,
  contradictions,
  mentionsAllergy,
  mentionsUnnamed,
  readAnswers,
  readRequests,
  requestLabel,
  requestsFor,
  requestsMatching,
  requestsOf,
  withRequest,
  withTyped,
} from './allergen-requests.ts'

const free: AllergenDeclaration = Object.fromEntries(allergens.map(({ key }) => [key, 'free']))
const walnutCake: AllergenDeclaration = { ...free, nuts: 'may_contain', almond: 'may_contain', walnut: 'may_contain' }

describe('the allergens of a brief', () => {
  it('are read with the people they are for, and invalid ones are skipped', () => {
    const nuts = { allergen: 'nuts', for: 'Mia' }
    const brief = { allergens: [nuts, { other: 'kiwi' }, { allergen: 'gravel' }, 'milk', null, { for: 'Tom' }] }
    expect(readRequests(brief)).toEqual([nuts, { other: 'kiwi' }])
    expect(readRequests(null)).toEqual([])
    expect(readAnswers([{ ...nuts, answer: 'free' }, nuts, { ...nuts, answer: 'perhaps' }])).toEqual([
      { ...nuts, answer: 'free' },
    ])
    expect(requestLabel({ allergen: 'nuts', for: 'Mia' })).toBe('Tree nuts, for Mia')
    expect(allergenNames([{ allergen: 'nuts' }, { allergen: 'milk' }, { other: 'kiwi' }])).toBe(
      'tree nuts, milk and kiwi',
    )
  })

  it('begin with what the household avoids, each once and without names', () => {
    const person = { id: '', name: 'Me', avoid_contains: [], avoid_traces: [], avoid_others: [], diets: [] }
    expect(
      requestsOf([
        { ...person, avoid_contains: ['walnut', 'milk'], avoid_others: ['Kiwi'] },
        { ...person, name: 'My daughter', avoid_traces: ['nuts', 'peanuts'], avoid_others: ['kiwi', 'mango'] },
      ]),
    ).toEqual([
      { allergen: 'milk' },
      { allergen: 'nuts' },
      { allergen: 'peanuts' },
      { other: 'Kiwi' },
      { other: 'mango' },
    ])
    expect(requestsOf([person])).toEqual([])
  })

  it('begin with all that a large household avoids, its allergens first', () => {
    const person = { id: '', name: 'Me', avoid_contains: [], avoid_traces: [], diets: [] }
    const others = Array.from({ length: 50 }, (_, n) => `food ${n}`)
    const requests = requestsOf([
      { ...person, avoid_others: others },
      { ...person, avoid_traces: ['nuts'], avoid_others: [] },
    ])
    expect(requests).toHaveLength(51)
    expect(requests[0]).toEqual({ allergen: 'nuts' })
  })

  it('are the legal ones wherever the typed words mean one', () => {
    for (const [typed, allergen] of [
      ['ALL NUTS', 'nuts'],
      ['nut', 'nuts'],
      ['Tree  nuts', 'nuts'],
      [' walnuts ', 'walnut'],
      ['dairy', 'milk'],
      ['Brazil nut', 'brazil'],
      ['Soya', 'soya'],
      ['sulphites', 'sulphites'],
      ['egg', 'eggs'],
      ['sesame seeds', 'sesame'],
      ['cow’s milk', 'milk'],
      ['cows milk', 'milk'],
      ['cashew nuts', 'cashew'],
      ['prawns', 'crustaceans'],
      ['chopped hazelnuts', 'hazelnut'],
      ['salmon', 'fish'],
      ['groundnuts', 'peanuts'],
      ['mustard seed', 'mustard'],
    ])
      expect(requestsFor(typed ?? ''), typed).toEqual([{ allergen }])
    expect(requestsFor('Shellfish')).toEqual([{ allergen: 'crustaceans' }, { allergen: 'molluscs' }])
    expect(withTyped([{ allergen: 'molluscs' }], 'shellfish')).toHaveLength(2)
    expect(requestsFor('Coconut')).toEqual([{ other: 'Coconut' }])
    expect(requestsFor('bread')).toEqual([{ other: 'bread' }])
    expect(requestsFor('kiwi  fruit')).toEqual([{ other: 'kiwi fruit' }])
    expect(requestsFor('  ')).toEqual([])
    expect(requestsFor('x'.repeat(61))).toEqual([])
  })

  it('are each named once, and tree nuts include every nut', () => {
    const walnut = { allergen: 'walnut' } as const
    const nuts = { allergen: 'nuts' } as const
    expect(withRequest([walnut, { allergen: 'milk' }], nuts)).toEqual([{ allergen: 'milk' }, nuts])
    expect(withRequest([nuts], walnut)).toEqual([nuts])
    expect(withRequest([{ other: 'Kiwi' }], { other: 'kiwi', for: 'Mia' })).toEqual([{ other: 'Kiwi' }])
  })

  it('are suggested while they are typed', () => {
    expect(requestsMatching('', [])).toHaveLength(14)
    expect(requestsMatching('', [{ allergen: 'nuts' }])).toHaveLength(13)
    expect(requestsMatching('nut', [])).toEqual([
      { allergen: 'nuts' },
      { allergen: 'hazelnut' },
      { allergen: 'walnut' },
      { allergen: 'brazil' },
      { allergen: 'peanuts' },
    ])
    expect(requestsMatching('dairy', [])).toEqual([{ allergen: 'milk' }])
    expect(requestsMatching('kiwi', [])).toEqual([{ other: 'kiwi' }])
    expect(requestsMatching('mac', [])).toEqual([{ allergen: 'macadamia' }, { other: 'mac' }])
    expect(requestsMatching('walnuts', [{ allergen: 'nuts' }])).toEqual([])
  })

  it('are missed in a text that speaks of an allergy without naming them', () => {
    for (const text of [
      'ALL NUTS, EpiPen',
      'Tom is coeliac',
      'nut-free please',
      'a lemon cake, no nuts',
      'allergic to kiwi',
    ])
      expect(mentionsAllergy(text), text).toBe(true)
    for (const text of ['A unicorn, lemon inside', 'with walnuts on top', 'no candles'])
      expect(mentionsAllergy(text), text).toBe(false)
  })

  it('are missing if a text speaks of an allergy that none of them names', () => {
    const walnut = [{ allergen: 'walnut' }] as const
    expect(mentionsUnnamed('She is allergic to nuts!', [])).toBe(true)
    expect(mentionsUnnamed('She is allergic to nuts and milk', [{ allergen: 'nuts' }])).toBe(true)
    expect(mentionsUnnamed('She is allergic, so no pecans', walnut)).toBe(true)
    expect(mentionsUnnamed('Her nut allergy is severe, no walnuts', walnut)).toBe(false)
    expect(mentionsUnnamed('She is allergic, so no pecans', [{ allergen: 'nuts' }])).toBe(false)
    expect(mentionsUnnamed('Allergic to walnuts. Vanilla buttercream, please', walnut)).toBe(false)
    expect(mentionsUnnamed('Can you add almonds?', [])).toBe(false)
  })
})

describe('the answers of a quote', () => {
  it('are statements about the order', () => {
    const nuts = { allergen: 'nuts', for: 'Mia' } as const
    expect(answerText({ ...nuts, answer: 'free' })).toBe('Made free of tree nuts')
    expect(answerText({ ...nuts, answer: 'kitchen' })).toBe('Made free of tree nuts; made in a kitchen with tree nuts')
    expect(answerText({ other: 'kiwi', answer: 'cannot' })).toBe('Not free of kiwi')
    expect(answerLine({ ...nuts, answer: 'cannot' })).toBe('For Mia: not free of tree nuts')
  })

  it('must agree with what the order declares', () => {
    const contradicted = (
      answer: 'free' | 'kitchen' | 'cannot',
      allergen: 'nuts' | 'walnut' | 'pecan',
      declared = walnutCake,
    ) => contradictions([{ allergen, answer }], { allergens: declared, ingredients: null }).length > 0
    expect(contradicted('free', 'nuts')).toBe(true)
    expect(contradicted('kitchen', 'nuts')).toBe(false)
    expect(contradicted('cannot', 'nuts')).toBe(false)
    expect(contradicted('free', 'walnut')).toBe(true)
    expect(contradicted('kitchen', 'nuts', { ...walnutCake, walnut: 'contains' })).toBe(true)
    expect(contradicted('kitchen', 'nuts', free)).toBe(true)
    expect(contradicted('cannot', 'nuts', free)).toBe(true)
    // Unnamed nuts may be any nut.
    expect(contradicted('free', 'pecan', { ...free, nuts: 'may_contain' })).toBe(true)
    expect(contradictions([{ allergen: 'nuts', answer: 'free' }], { allergens: null, ingredients: null })).toHaveLength(
      1,
    )
  })

  it('about a nut that the declaration does not name need a declaration of this order to say free', () => {
    const about = (answer: 'free' | 'kitchen' | 'cannot', declared: AllergenDeclaration) =>
      contradictions([{ allergen: 'pecan', answer }], { allergens: declared, ingredients: null }).length > 0
    for (const declared of [walnutCake, { ...free, nuts: 'contains', walnut: 'contains' } as const]) {
      expect(about('free', declared)).toBe(true)
      expect(about('kitchen', declared)).toBe(false)
      expect(about('cannot', declared)).toBe(false)
      const own = agreeingDeclaration(declared, [{ allergen: 'pecan', answer: 'free' }])
      expect(own).toEqual({ ...declared, pecan: 'free' })
      expect(about('free', own)).toBe(false)
    }
    expect(about('free', free)).toBe(false)
    expect(about('cannot', free)).toBe(true)
  })

  it('about wheat are about spelt, too', () => {
    const spelt: AllergenDeclaration = { ...free, gluten: 'contains', spelt: 'contains' }
    const about = (answer: 'free' | 'kitchen' | 'cannot', allergen: 'wheat' | 'spelt', declared: AllergenDeclaration) =>
      contradictions([{ allergen, answer }], { allergens: declared, ingredients: null }).length > 0
    expect([about('free', 'wheat', spelt), about('kitchen', 'wheat', spelt), about('cannot', 'wheat', spelt)]).toEqual([
      true,
      true,
      false,
    ])
    const rye: AllergenDeclaration = { ...free, gluten: 'contains', rye: 'contains', wheat: 'free' }
    expect([about('free', 'spelt', rye), about('cannot', 'spelt', rye)]).toEqual([false, true])
    const made = agreeingDeclaration(spelt, [{ allergen: 'wheat', answer: 'free' }])
    expect(made).toEqual({ ...free, wheat: 'free' })
    expect(about('free', 'wheat', made)).toBe(false)
  })

  it('must agree with the ingredients about other foods', () => {
    const about = (answer: 'free' | 'cannot', ingredients: string, other = 'kiwi') =>
      contradictions([{ other, answer }], { allergens: free, ingredients })
    expect(about('free', 'Sugar, KIWIS (10%).')).toHaveLength(1)
    expect(about('cannot', 'Sugar, kiwi')).toEqual([])
    expect(about('free', 'Sugar, kiwifruit jam')).toHaveLength(1)
    expect(about('free', 'Sugar, grapefruit jam', 'grape')).toEqual([])
    expect(about('free', 'Passion-fruit purée', 'passion fruit')).toHaveLength(1)
  })

  it('suggest a declaration that agrees with them and keeps the rest', () => {
    const agree = (declared: AllergenDeclaration | null, ...given: Parameters<typeof agreeingDeclaration>[1]) => {
      const changed = agreeingDeclaration(declared, given)
      expect(contradictions(given, { allergens: changed, ingredients: null })).toEqual([])
      return changed
    }
    expect(agree({ ...walnutCake, milk: 'contains' }, { allergen: 'nuts', answer: 'free' })).toEqual({
      ...free,
      milk: 'contains',
    })
    expect(agree(walnutCake, { allergen: 'walnut', answer: 'free' })).toEqual({ ...walnutCake, walnut: 'free' })
    expect(agree({ ...free, nuts: 'contains', walnut: 'contains' }, { allergen: 'walnut', answer: 'free' })).toEqual({
      ...free,
      walnut: 'free',
    })
    expect(agree({ ...free, nuts: 'contains' }, { allergen: 'walnut', answer: 'free' })).toEqual({
      ...free,
      nuts: 'contains',
      walnut: 'free',
    })
    expect(agree(free, { allergen: 'walnut', answer: 'kitchen' })).toMatchObject({
      nuts: 'may_contain',
      walnut: 'may_contain',
    })
    expect(agree(walnutCake, { allergen: 'nuts', answer: 'kitchen' })).toEqual(walnutCake)
    agree(null, { allergen: 'nuts', answer: 'cannot' }, { allergen: 'milk', answer: 'free' })
  })
})
