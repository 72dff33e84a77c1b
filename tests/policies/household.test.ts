/** The household: private to its owner, limited, and the same rule of what fits in SQL and in TypeScript. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allergenGroups, allergenStates, allergens, readAllergens } from '#domain/food/allergens'
import { type AvoidedAllergen, withAvoided } from '#domain/food/avoided-allergens'
import { contradictedDiets, dietKeys, readDiets } from '#domain/food/diets'
import { fitOf } from '#domain/food/fit'
import { fitFilter, type Person } from '#domain/food/household'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import { randomNumbers } from './search-oracle.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text } from './test-context.ts'

describe.each(databases)('a household on %s', (kind) => {
  let context: TestContext
  let parent: Actor
  let stranger: Actor
  let person: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    parent = await context.member('Parent')
    stranger = await context.member('Stranger')
    person = text(await parent.insert('household_people', { name: 'My daughter', avoid_traces: '{nuts}' }), 'id')
  })
  afterAll(() => context.close())

  it('is read, changed and deleted by its owner alone', async () => {
    const baker = await context.member('Baker')
    await context.shop(baker)
    for (const other of [stranger, baker, await context.administrator()]) {
      expect(await other.rows('select * from household_people')).toEqual([])
      expect(await other.update('household_people', person, { avoid_traces: '{}' })).toBe(0)
      expect(await other.count('delete from household_people')).toBe(0)
      const foreign = other.send('household_people', { user_id: parent.id, name: 'Mine' })
      expect(await refusal(foreign)).toMatchObject({ code: forbidden })
    }
    expect(await refusal(context.visitor.rows('select * from household_people'))).toMatchObject({ code: forbidden })
    expect(await parent.update('household_people', person, { avoid_traces: '{nuts,peanuts}' })).toBe(1)
  })

  it('cannot be overwritten by a stranger who knows the id of a person', async () => {
    const takeOver = `insert into household_people (id, name) values ($1, 'Mine')
      on conflict (id) do update set name = excluded.name, avoid_traces = '{}'`
    expect(await refusal(stranger.count(takeOver, person))).toMatchObject({ code: forbidden })
    expect(await parent.rows('select name, to_json(avoid_traces) as avoid_traces from household_people')).toEqual([
      { name: 'My daughter', avoid_traces: ['nuts', 'peanuts'] },
    ])
  })

  it('does not accept another time of consent', async () => {
    const forged = parent.count(`update household_people set consented_at = '2020-01-01'`)
    expect(await refusal(forged)).toMatchObject({ code: forbidden })
  })

  it('has at most 20 people, however many somebody inserts', async () => {
    const many = (from: number, to: number) =>
      stranger.count(`insert into household_people (name) select 'Person ' || n from generate_series(${from}, ${to}) n`)
    expect(await refusal(many(1, cases(21, 10_000)))).toMatchObject({ code: 'PT409', hint: 'quota' })
    expect(await many(1, 20)).toBe(20)
    expect(await refusal(many(21, 21))).toMatchObject({ code: 'PT409', hint: 'quota' })
    expect(await stranger.count('select from household_people')).toBe(20)
  })

  it('is not readable with a password alone once the account has a second factor', async () => {
    const careful = await context.member('Careful')
    await careful.insert('household_people', { name: 'Me', avoid_traces: '{milk}' })
    await context.secondFactor(careful)
    expect(await careful.count('select from household_people')).toBe(0)
    expect(await context.session(careful, { aal: 'aal2' }).count('select from household_people')).toBe(1)
  })

  describe('and what fits it', () => {
    const random = randomNumbers(20_261_123)
    const pick = <Value>(list: readonly Value[]): Value => list[Math.floor(random() * list.length)] as Value
    const some = <Value>(list: readonly Value[], share: number) => list.filter(() => random() < share)
    const keys: AvoidedAllergen[] = withAvoided(
      [],
      allergens.flatMap(({ key, kinds }) => [key, ...kinds.map((kind) => kind.key)]),
      true,
    )

    /** Declarations of every form that the database accepts: full, partial, contradictory and none. */
    function randomDeclaration(): Record<string, string> | null {
      const share = pick([0, 0.15, 0.6, 1, 1])
      const states = pick([allergenStates, ['free'], ['free', 'free', 'free', 'may_contain', 'contains']] as const)
      const kindShare = pick([0, 0.3, 1])
      const declared = allergens.flatMap(({ key, kinds }) => [
        ...some([key], share),
        ...some(
          kinds.map((kind) => kind.key),
          share * kindShare,
        ),
      ])
      return declared.length === 0 ? pick([null, {}]) : Object.fromEntries(declared.map((key) => [key, pick(states)]))
    }

    function randomPerson(): Person {
      const avoid_traces = some(keys, pick([0, 0.03, 0.1]))
      return {
        id: '',
        name: 'Somebody',
        avoid_traces,
        avoid_contains: some(keys, pick([0, 0.03, 0.1])).filter((key) => !avoid_traces.includes(key)),
        avoid_others: [],
        diets: some(dietKeys, pick([0, 0.15])),
      }
    }

    it('is found by a diet from when its seller states it until the seller withdraws it', async () => {
      const shop = await context.shop(await context.member('Baker'), { slug: 'diets' })
      const product = await context.product(shop, { name: 'Scone', allergens: {} })
      const found = async () =>
        (
          await context.visitor.rows(`select search_products(shop => 'diets', diets => '{vegan}') -> 'total' as total`)
        )[0]
      expect(await found()).toEqual({ total: 0 })
      await context.service.update('products', product, { diets: '{vegan}' })
      expect(await found()).toEqual({ total: 1 })
      await context.service.update('products', product, { diets: '{}' })
      expect(await found()).toEqual({ total: 0 })
    })

    it('is the same in SQL and in TypeScript, for thousands of random profiles and declarations', async () => {
      const shop = await context.shop(await context.member('Baker'), { slug: 'fits' })
      const products = Array.from({ length: 60 }, (_, n) => {
        const allergens = randomDeclaration()
        const diets = some(dietKeys, 0.4)
        const contradicted = contradictedDiets(diets, readAllergens(allergens) ?? {})
        return { name: `Product ${n}`, allergens, diets: diets.filter((diet) => !contradicted.includes(diet)) }
      })
      await context.service.count(
        `insert into products (shop_id, name, price, allergens, diets)
          select $1, name, 2, allergens, diets from jsonb_populate_recordset(null::products, $2)`,
        shop,
        JSON.stringify(products),
      )
      const fullyDeclared = products.filter(
        ({ allergens }) => allergenGroups(readAllergens(allergens)).undeclared.length === 0,
      )
      expect(fullyDeclared.length).toBeGreaterThan(5)
      let [shown, hidden] = [0, 0]
      for (let n = 0; n < 100; n += 1) {
        const household = Array.from({ length: pick([1, 1, 2, 3]) }, randomPerson)
        const { avoid, diets } = fitFilter(household)
        const [row] = await context.visitor.rows(
          `select search_products(shop => 'fits', page_size => 100, avoid => $1, diets => $2) -> 'items' as items`,
          `{${avoid.join()}}`,
          `{${diets.join()}}`,
        )
        const items = row?.items as { name: string }[]
        const fitting = products.filter(
          ({ allergens, diets }) =>
            fitOf(household, { allergens, diets: readDiets(diets), kitchen: null, texts: [] }).reasons.length === 0,
        )
        // Spelt is wheat. Read without the code under test, because both could be wrong in the same way.
        if (
          household.some(({ avoid_contains, avoid_traces }) => [...avoid_contains, ...avoid_traces].includes('wheat'))
        )
          for (const { name, allergens } of products)
            if (allergens?.spelt === 'contains') expect(items.map((item) => item.name)).not.toContain(name)
        expect(items.map(({ name }) => name).sort(), JSON.stringify(household)).toEqual(
          fitting.map(({ name }) => name).sort(),
        )
        shown += fitting.length
        hidden += products.length - fitting.length
      }
      // Both answers occur often enough to compare them.
      expect(Math.min(shown, hidden)).toBeGreaterThan(500)
    })
  })
})
