import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addDays, dayOfWeek } from '../values/calendar.ts'
import { type ParsedQuery, parseQuery, possiblePlaces, type SpanKind, withoutSpans } from './search-query.ts'

/** A Monday. */
const today = '2026-11-23'
const known = new Set(['leeds', 'se1', 'se1 9sg', 'newcastle upon tyne', 'bath', 'reading'])
const context = { today, isPlace: (name: string) => known.has(name) }

/** The parts of a parsed query that are there. */
function parsed(text: string, on = today): Partial<ParsedQuery> {
  const { spans: _, ...meaning } = parseQuery(text, { ...context, today: on })
  return Object.fromEntries(
    Object.entries(meaning).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  )
}

const allNuts = ['nuts', 'peanuts']

describe('what a shopper cannot eat', () => {
  it.each<[string, string, readonly string[]]>([
    ['gluten free brownies', 'brownies', ['gluten']],
    ['nut-free brownies', 'brownies', allNuts],
    ['NUT FREE brownies', 'brownies', allNuts],
    ['brownies no nuts', 'brownies', allNuts],
    ['brownies with no added nuts', 'brownies', allNuts],
    ['brownies without nuts or milk', 'brownies', [...allNuts, 'milk']],
    ['brownies, no nuts, milk & eggs', 'brownies', [...allNuts, 'milk', 'eggs']],
    ['no nuts and no milk brownies', 'brownies', [...allNuts, 'milk']],
    ['gluten, dairy and egg free brownies', 'brownies', ['gluten', 'milk', 'eggs']],
    ['gluten- and dairy-free brownies', 'brownies', ['gluten', 'milk']],
    ['eggless brownies', 'brownies', ['eggs']],
    ['egg free brownies', 'brownies', ['eggs']],
    ['dairy free brownies', 'brownies', ['milk']],
    ['lactose intolerant brownies', 'brownies', ['milk']],
    ['brownies for coeliacs', 'brownies', ['gluten']],
    ['celiac friendly brownies', 'brownies', ['gluten']],
    ['brownies nut allergy', 'brownies', allNuts],
    ['brownies allergic to peanuts', 'brownies', ['peanuts']],
    ['brownies no walnuts', 'brownies', ['walnut']],
    ['brownies w/o tree nuts', 'brownies', ['nuts']],
    ['brownies free from soy', 'brownies', ['soya']],
    ['non-dairy brownies', 'brownies', ['milk']],
    ['chowder no shellfish', 'chowder', ['crustaceans', 'molluscs']],
    ['walnut free from peanuts', 'walnut', ['peanuts']],
    ['walnut allergic to celery or milk', 'walnut', ['celery', 'milk']],
    ['no nuts', '', allNuts],
    ['nut free brownies shipping', 'brownies shipping', allNuts],
    ['nut free shipping', 'shipping', allNuts],
    ['egg-free postage', 'postage', ['eggs']],
    ['dairy free collection', 'collection', ['milk']],
    ['nut free range', 'range', allNuts],
    ['no salmon', '', ['fish']],
    ['salmon free', '', ['fish']],
    ['buttermilk free', '', ['milk']],
    ['no custard', '', ['milk']],
    ['nut oil free brownies', 'brownies', allNuts],
    ['brownies no soya lecithin', 'brownies', ['soya']],
    ['halloumi and tahini free', '', ['milk', 'sesame']],
    ['no king prawns, squid or hake', '', ['crustaceans', 'molluscs', 'fish']],
  ])('is excluded by “%s”', (text, words, avoid) => expect(parsed(text)).toEqual({ words, avoid }))

  it.each<[string, string]>([
    ['vegan brownies', 'vegan'],
    ['plant-based brownies', 'vegan'],
    ['vegetarian brownies', 'vegetarian'],
    ['veggie brownies', 'vegetarian'],
    ['meat free brownies', 'vegetarian'],
    ['halal brownies', 'halal'],
    ['kosher brownies', 'kosher'],
    ['alcohol free brownies', 'no_alcohol'],
    ['brownies no alcohol', 'no_alcohol'],
  ])('is a diet in “%s”', (text, diet) => expect(parsed(text)).toEqual({ words: 'brownies', diets: [diet] }))
})

it.each<[string, string, readonly string[]]>([
  ['no eggs nuts', '', ['eggs', ...allNuts]],
  ['no milk nuts brownies', 'brownies', ['milk', ...allNuts]],
  ['free from dairy eggs nuts', '', ['milk', 'eggs', ...allNuts]],
  ['no almonds walnuts pecans', '', ['almond', 'walnut', 'pecan']],
  ['nut dairy egg free', '', [...allNuts, 'milk', 'eggs']],
  ['brownies no nuts dairy', 'brownies', [...allNuts, 'milk']],
  ['no eggs any nuts', '', ['eggs', ...allNuts]],
  ['no nuts egg free brownies', 'brownies', [...allNuts, 'eggs']],
  ['no milk nut roast', 'nut roast', ['milk']],
])('is excluded by a list without commas: “%s”', (text, words, avoid) => {
  expect(parsed(text)).toEqual({ words, avoid })
})

it.each<[string, readonly string[]]>([
  ['no ground almonds brownies', ['almond']],
  ['no chopped nuts brownies', allNuts],
  ['no mixed nuts brownies', allNuts],
  ['brownies without any kind of nuts', allNuts],
  ['no trace of nuts brownies', allNuts],
  ['no hazel nuts brownies', ['hazelnut']],
  ['withuot walnuts brownies', ['walnut']],
  ['witout peanuts brownies', ['peanuts']],
  ['brownies with out eggs', ['eggs']],
  ['brownies w/out nuts', allNuts],
  ['can’t eat nuts brownies', allNuts],
  ['cannot have milk brownies', ['milk']],
  ['brownies nothing with nuts', allNuts],
  ['brownies doesn’t contain nuts', allNuts],
  ['brownies that do not contain any egg', ['eggs']],
  ['brownies not containing sesame', ['sesame']],
  ['brownies allergic to all nuts', allNuts],
  ['brownies, allergies: nuts, eggs', [...allNuts, 'eggs']],
  ['nut alergy brownies', allNuts],
  ['alergic to egg brownies', ['eggs']],
  ['peanutt free brownies', ['peanuts']],
  ['glutan free brownies', ['gluten']],
  ['gluteen-free brownies', ['gluten']],
  ['nut fere brownies', allNuts],
  ['brownies no nutts', allNuts],
  ['brownies no tree nutts', ['nuts']],
  ['ceoliac brownies', ['gluten']],
  ['sesamefree brownies', ['sesame']],
  ['soyfree brownies', ['soya']],
  ['peanutfree brownies', ['peanuts']],
  ['gluten and dairyfree brownies', ['gluten', 'milk']],
  ['nondairy brownies', ['milk']],
  ['nut safe brownies', allNuts],
  ['nut friendly brownies', allNuts],
])('is excluded in other words or misspelt: “%s”', (text, avoid) => {
  expect(parsed(text)).toMatchObject({ words: 'brownies', avoid })
})

it.each<[string, string, readonly string[]]>([
  ['no flaked or toasted almonds, brownies', 'no flaked or toasted almonds', ['almond']],
  ['no brownies with nutts', 'no brownies with nutts', allNuts],
  ['not fit for nuts brownies', 'not fit for nuts', allNuts],
  ['brownies no free range eggs', 'no free range eggs', ['eggs']],
  ['gluten and sugar free brownies', 'gluten and sugar free', ['gluten']],
  ['gluten, refined sugar free brownies', 'gluten, refined sugar free', ['gluten']],
  ['brownies nut and sugar free delivery', 'nut and sugar free', allNuts],
  ['brownies nut and refined sugar free gift', 'nut and refined sugar free', allNuts],
  ['free nuts brownies', 'free nuts', allNuts],
])('is excluded and asked about where the words are not understood: “%s”', (text, unclear, avoid) => {
  const { words = '' } = parsed(text)
  expect(parsed(text)).toMatchObject({ avoid, unclear: [unclear] })
  expect(['', 'brownies']).toContain(words)
})

it.each([
  'no bake peanut butter cake',
  'sugar free almond cake',
  'almond sugar free cake',
  'grain free almond cake',
  'walnut cake free delivery',
  'eggs, free postage',
  'walnut and honey free range cake',
  'nutty brownies',
  'coconut cake',
  'doughnut',
  'nutmeg cake',
  'butternut soup',
  'walnut cake',
  'not nutty',
  'no milky way',
  'carb free',
  'goat free',
  'walnut tree cake',
  'boneless chicken',
])('is not excluded by “%s”', (text) => expect(parsed(text).avoid).toBeUndefined())

it('is excluded before a gift or a fulfilment, unless a comma or a bracket separates them', () => {
  expect(parsed('nut free gift box')).toEqual({ words: '', avoid: allNuts, occasion: 'gift' })
  expect(parsed('nut-free gift for mum')).toEqual({ words: '', avoid: allNuts, occasion: 'gift' })
  expect(parsed('nut free delivery')).toEqual({ words: '', avoid: allNuts, fulfilment: 'delivery' })
  expect(parsed('eggs (free delivery)')).toEqual({ words: 'eggs ( )', fulfilment: 'delivery' })
})

it.each<[string, string, readonly string[]]>([
  ['cake without raisins', 'cake', ['raisins']],
  ['no bake cake allergic to kiwi', 'no bake cake', ['kiwi']],
  ['cake no chocolate', 'cake', ['chocolate']],
  ['kiwi free cake', 'cake', ['kiwi']],
  ['cake, kiwi allergy', 'cake', ['kiwi']],
  ['walnut, kiwi allergy', 'walnut', ['kiwi']],
  ['avoid passion fruit', '', ['passion fruit']],
  ['brownies no pine nuts', 'brownies', ['pine nuts']],
  ['brownies no coconut milk', 'brownies', ['coconut milk']],
  ['without raisins or mango', '', ['raisins', 'mango']],
  ['brownies no bread', 'brownies', ['bread']],
])('leaves out a food that no seller declares: “%s”', (text, words, unchecked) => {
  expect(parsed(text)).toEqual({ words, unchecked })
})

it('leaves out declared and other food of one list', () => {
  expect(parsed('brownies no kiwi or nuts')).toEqual({ words: 'brownies', avoid: allNuts, unchecked: ['kiwi'] })
  expect(parsed('brownies without milk and kiwi')).toEqual({ words: 'brownies', avoid: ['milk'], unchecked: ['kiwi'] })
})

it('never searches for a misspelt food that is excluded', () => {
  expect(parsed('brownies no choclate')).toEqual({ words: 'brownies', unchecked: ['choclate'] })
  expect(parsed('brownies no salmn')).toMatchObject({ words: 'brownies' })
  expect(parsed('brownies egs free')).toMatchObject({ words: 'brownies' })
})

it.each(['cake free delivery', 'cake free postage', 'walnut and honey free range cake', 'sugar free cake'])(
  'leaves out nothing in “%s”',
  (text) => expect(parsed(text).unchecked).toBeUndefined(),
)

describe('names of food', () => {
  it.each([
    'Eton mess',
    'free range eggs',
    'egg free range',
    'eggs',
    'Sunday roast pie',
    'Sunday supper cottage pie',
    'Saturday Bakes',
    'sugar free brownies',
    'nut roast',
    'no-bake cheesecake',
    'may brownies',
    'March hare biscuits',
    'sun dried tomato',
    'cheap brownies',
    '1/2 kg brownies',
    '3/4 pint',
    'non-vegan brownies',
    'not vegan',
    'no vegan brownies',
    'non halal curry',
    'not halal',
    'not plant-based',
    'without vegetarian',
    'not alcohol free',
    'not suitable for vegans',
    'pound cake',
    'peanut butter cookies',
    'milk chocolate',
    'ready under 20 minutes',
    'over 18',
    'party rings',
    'bath buns',
    'reading',
    'today’s loaf',
    'cake or cupcakes',
    'chocolate cakes',
    '20',
    '31 feb',
    '5/12/2020',
    '"saturday" brownies',
    '“no nuts” brownies',
    'with',
  ])('stay words: “%s”', (text) => {
    const { spans } = parseQuery(text, context)
    expect(spans.filter(({ kind }) => kind !== 'filler')).toEqual([])
  })

  it('keep their words beside a part that is parsed', () => {
    expect(parsed('nut free nut roast')).toEqual({ words: 'nut roast', avoid: allNuts })
    expect(parsed('free range eggs no nuts')).toEqual({ words: 'free range eggs', avoid: allNuts })
    expect(parsed('walnut less than £5')).toEqual({ words: 'walnut', maxPrice: 5 })
    expect(parsed('eggs, free delivery')).toEqual({ words: 'eggs', fulfilment: 'delivery' })
    expect(parsed('2 pounds of fudge under £20')).toEqual({ words: '2 pounds fudge', maxPrice: 20 })
  })
})

describe('a day', () => {
  it.each<[string, string]>([
    ['today', today],
    ['tomorrow', '2026-11-24'],
    ['day after tomorrow', '2026-11-25'],
    ['in 3 days', '2026-11-26'],
    ['saturday', '2026-11-28'],
    ['for this saturday', '2026-11-28'],
    ['this weekend', '2026-11-28'],
    ['monday', '2026-11-30'],
    ['this monday', today],
    ['next monday', '2026-11-30'],
    ['next friday', '2026-12-04'],
    ['for sat', '2026-11-28'],
    ['sat 5 dec', '2026-12-05'],
    ['saturday the 5th of december', '2026-12-05'],
    ['5 dec', '2026-12-05'],
    ['5th December 2026', '2026-12-05'],
    ['december 5', '2026-12-05'],
    ['5/12', '2026-12-05'],
    ['05/12/26', '2026-12-05'],
    ['2026-12-05', '2026-12-05'],
    ['1/2/2027', '2027-02-01'],
    ['on 1/2', '2027-02-01'],
    ['1 feb', '2027-02-01'],
    ['22 november', '2027-11-22'],
    ['christmas eve', '2026-12-24'],
    ['boxing day', '2026-12-26'],
    ['new year’s eve', '2026-12-31'],
  ])('is parsed in “%s”', (text, onDate) => {
    expect(parsed(text)).toEqual({ words: '', onDate })
    expect(parsed(`brownies ${text}`)).toEqual({ words: 'brownies', onDate })
  })

  it.each<[string, string, string]>([
    ['on Saturday morning', '2026-11-28', 'morning'],
    ['tomorrow afternoon', '2026-11-24', 'afternoon'],
    ['5 dec lunchtime', '2026-12-05', 'afternoon'],
    ['tomorrow evening', '2026-11-24', 'evening'],
    ['friday night', '2026-11-27', 'evening'],
    ['tonight', today, 'evening'],
    ['this morning', today, 'morning'],
    ['this saturday morning', '2026-11-28', 'morning'],
  ])('has a part in “%s”', (text, onDate, partOfDay) => {
    expect(parsed(text)).toEqual({ words: '', onDate, partOfDay })
    expect(parsed(`brownies ${text}`)).toEqual({ words: 'brownies', onDate, partOfDay })
  })

  it('has no part without a day', () => {
    expect(parsed('morning rolls')).toEqual({ words: 'morning rolls' })
  })

  it('is on or after today from every weekday, and next week’s after “next”', () => {
    for (let n = 0; n < 7; n += 1) {
      const day = addDays(today, n)
      const friday = parsed('friday', day).onDate ?? ''
      const nextFriday = parsed('next friday', day).onDate ?? ''
      expect([dayOfWeek(friday), dayOfWeek(nextFriday)]).toEqual([5, 5])
      expect(friday > day && friday <= addDays(day, 7)).toBe(true)
      expect(nextFriday).toBe('2026-12-04')
    }
  })
})

describe('a price', () => {
  it.each<[string, number | undefined, number | undefined]>([
    ['under £20', undefined, 20],
    ['under 20', undefined, 20],
    ['below £12.50', undefined, 12.5],
    ['less than 20 pounds', undefined, 20],
    ['up to 20 quid', undefined, 20],
    ['£20 or less', undefined, 20],
    ['£20 max', undefined, 20],
    ['£20', undefined, 20],
    ['£1,000 tops', undefined, 1000],
    ['over £5', 5, undefined],
    ['at least 5 pounds', 5, undefined],
    ['£5 or more', 5, undefined],
    ['£10-£20', 10, 20],
    ['£10 to £20', 10, 20],
    ['between 10 and 20 pounds', 10, 20],
    ['£20 – £10', 10, 20],
    ['about £20', 16, 24],
    ['over £5 under £20', 5, 20],
    ['under 50p', undefined, 0.5],
  ])('is parsed in “%s”', (text, minPrice, maxPrice) => {
    const expected = { words: 'brownies', ...(minPrice && { minPrice }), ...(maxPrice && { maxPrice }) }
    expect(parsed(`brownies ${text}`)).toEqual(expected)
    expect(parsed(`${text} brownies`)).toEqual(expected)
  })
})

describe('a place, an occasion, a category and a fulfilment', () => {
  it.each<[string, object]>([
    ['brownies near Leeds', { words: 'brownies', place: { kind: 'named', name: 'leeds' } }],
    ['brownies in SE1', { words: 'brownies', place: { kind: 'named', name: 'se1' } }],
    ['brownies near SE1 9SG', { words: 'brownies', place: { kind: 'named', name: 'se1 9sg' } }],
    [
      'brownies around newcastle-upon-tyne',
      { words: 'brownies', place: { kind: 'named', name: 'newcastle upon tyne' } },
    ],
    ['brownies near me', { words: 'brownies', place: { kind: 'own' } }],
    ['brownies near Atlantis', { words: 'brownies Atlantis' }],
    ['breakfast-in-reading', { words: 'breakfast reading' }],
    ['birthday brownies', { words: 'brownies', occasion: 'birthday' }],
    ['brownies for a wedding', { words: 'brownies', occasion: 'wedding' }],
    ['mother’s day brownies', { words: 'brownies', occasion: 'mothers-day' }],
    ['valentines brownies', { words: 'brownies', occasion: 'valentines' }],
    ['christmas gifts for mum', { words: '', occasion: 'christmas' }],
    ['gifts for my dad', { words: '', occasion: 'gift' }],
    ['christmas pudding', { words: 'pudding', occasion: 'christmas' }],
    ['cakes', { words: '', category: 'Cakes' }],
    ['Drinks for a party', { words: 'Drinks', occasion: 'party' }],
    ['gluten free bread', { words: '', category: 'Bread', avoid: ['gluten'] }],
    ['brownies to pick up', { words: 'brownies', fulfilment: 'pickup' }],
    ['brownies click and collect', { words: 'brownies', fulfilment: 'pickup' }],
    ['brownies delivered', { words: 'brownies', fulfilment: 'delivery' }],
    [
      'Nut-free celebration cake under £30 near Bath, delivered on 5 December please',
      {
        words: 'cake',
        avoid: allNuts,
        occasion: 'special',
        maxPrice: 30,
        place: { kind: 'named', name: 'bath' },
        fulfilment: 'delivery',
        onDate: '2026-12-05',
      },
    ],
  ])('are parsed in “%s”', (text, expected) => expect(parsed(text)).toEqual(expected))

  it('names the places that have to be looked up first', () => {
    expect(possiblePlaces('cakes near Bath for saturday')).toContain('bath')
    expect(possiblePlaces('cakes for saturday')).toEqual([])
  })
})

describe('removing a part', () => {
  it.each<[string, SpanKind, string]>([
    ['nut free cake on saturday', 'date', 'nut free cake'],
    ['nut free cake on saturday', 'avoid', 'cake on saturday'],
    ['cake for saturday', 'date', 'cake'],
    ['for saturday please', 'date', ''],
    ['birthday cake', 'price', 'birthday cake'],
    ['birthday gift', 'occasion', ''],
    // The words around it would mean 'no milk'.
    ['no saturday milk', 'date', 'no ; milk'],
  ])('of “%s” (%s) leaves “%s”', (text, kind, rest) => expect(withoutSpans(text, kind, context)).toBe(rest))
})

const vocabulary =
  'no withuot chopped kind of pine nutts allergy contain without free nut nuts milk eggs and or , & - ; " “ £ £20 10 5/12 5 dec may saturday sat next this for on in near leeds se1 me under over to from birthday gift cakes cake pies vegan halal pick up delivered alcohol sunday roast range party the with ’s 🎂 é İ ﬁ \u0000 \ud800 1/2 pounds between order made'.split(
    ' ',
  )

/** Deterministic pseudo-random numbers in [0, 1). */
function generator(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function randomTexts(count: number): string[] {
  const random = generator(130)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(random() * 9) }, () =>
      random() < 0.9 ? pick(vocabulary) : String.fromCodePoint(Math.floor(random() * 0x1_1000)),
    ).join(pick([' ', ' ', ' ', '', '  ', '-']) ?? ''),
  )
}

describe('any text', () => {
  const texts = randomTexts(process.env.TEST_SUITE === 'all' ? 10_000 : 2_000)
  const plain = (text: string) => text.replace(/[\s,;&+/-]+/g, '')

  const letters = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

  it('is covered by its words and spans, which do not overlap', () => {
    const uncovered = texts.filter((text) => {
      const { words, spans } = parseQuery(text, context)
      const ends = [0, ...spans.map(({ end }) => end)]
      const outside = [...spans.map(({ start }) => start), text.length].map((start, n) => text.slice(ends[n], start))
      const isInOrder = spans.every(({ start, end }, n) => (ends[n] ?? 0) <= start && start < end)
      return !isInOrder || plain(words) !== plain(outside.join(''))
    })
    expect(uncovered).toEqual([])
  })

  // Quadratic reading would take sixteen times as long for four times the words.
  it.each(['a', 'in', 'no', 'nut', 'nutts,', 'any kind of', 'not a'])(
    'of “%s” again and again is read in linear time',
    (words) => {
      const timeFor = (times: number) => {
        const startedAt = threadMs()
        // A new context, which remembers nothing.
        parseQuery(`${words} `.repeat(times), { ...context })
        return threadMs() - startedAt
      }
      // The shortest, because compiling and collecting garbage only make a run longer.
      const shortest = { few: Number.POSITIVE_INFINITY, many: Number.POSITIVE_INFINITY }
      for (let run = 0; run < 10 && (run < 1 || shortest.many / shortest.few >= 10); run++) {
        shortest.few = Math.min(shortest.few, timeFor(2_000))
        shortest.many = Math.min(shortest.many, timeFor(8_000))
      }
      expect(shortest.many / shortest.few).toBeLessThan(10)
    },
  )

  it('means the same after one part of it is removed, except that part', () => {
    const changed = texts.flatMap((text) => {
      const { spans: had, ...before } = parseQuery(text, context)
      return [...new Set(had.map(({ kind }) => kind))].flatMap((kind) => {
        if (kind === 'filler') return []
        const rest = withoutSpans(text, kind, context)
        const { spans, ...after } = parseQuery(rest, context)
        const wanted = { ...before, ...withoutKind[kind] }
        // A single word that is left may name a category.
        const words = letters(after.category === null ? after.words : wanted.words)
        const isSame =
          JSON.stringify({ ...after, words, category: wanted.category }) ===
          JSON.stringify({ ...wanted, words: letters(wanted.words) })
        const isRemoved = kind === 'category' || spans.every((span) => span.kind !== kind)
        return isSame && isRemoved ? [] : [`${text} → ${rest}`]
      })
    })
    expect(changed).toEqual([])
  })
})

/**
 * Milliseconds for which this thread has run, to some 4 ms. A clock would count those in which others ran, which are more in a longer
 * run.
 */
function threadMs(): number {
  if (process.platform !== 'linux') return performance.now()
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1_000_000
}

const withoutKind: Readonly<Record<SpanKind, Partial<ParsedQuery>>> = {
  avoid: { avoid: [], unclear: [] },
  diets: { diets: [] },
  date: { onDate: null, partOfDay: null },
  price: { minPrice: null, maxPrice: null },
  place: { place: null },
  occasion: { occasion: null },
  category: { category: null },
  fulfilment: { fulfilment: null },
  unchecked: { unchecked: [] },
}
