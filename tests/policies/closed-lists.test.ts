/** The closed lists that SQL and TypeScript both have are the same. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { occasions, personalisations, shopCategories } from '#domain/catalogue/categories'
import { discountKinds } from '#domain/checkout/discount'
import { refusalCodes } from '#domain/checkout/refusal-codes'
import { deliveryBases } from '#domain/delivery/delivery-terms'
import { allergenStates, allergens } from '#domain/food/allergens'
import { dietKeys } from '#domain/food/diets'
import { answers } from '#domain/orders/allergen-requests'
import { orderKinds } from '#domain/orders/order-kinds'
import { problemAnswers, problemKinds, problemStates, problemWishes } from '#domain/orders/order-problems'
import { type OrderStatus, orderStatuses } from '#domain/orders/order-state'
import { fulfilments } from '#domain/pickup/hand-over'
import { failedKinds } from '#web/features/run/moderation/failed-work.ts'
import { reportStates } from '#web/features/run/moderation/queue.ts'
import { isCancellableByShop, nextStep } from '#web/features/sell/inbox/seller-steps.ts'
import { payments } from '#web/features/sell/manual-orders/draft-order.ts'
import { ingredientUnits } from '#web/features/sell/recipes/recipe-costs.ts'
import { kindNames } from '#web/features/talk/notifications/kinds.ts'
import { openTestContext, type TestContext, text } from './test-context.ts'

/** The values of a function that returns an array, and of an enum. */
const valuesOf = (list: string) => `select unnest(${list})::text as value`
/** The quoted values of a constraint or a function. */
const literalsOf = (definition: string, pattern = `'([^']+)'::text`) =>
  `select distinct (regexp_matches(${definition}, '${pattern.replaceAll("'", "''")}', 'g'))[1] as value`
const constraint = (name: string) =>
  literalsOf(`(select pg_get_constraintdef(c.oid) from pg_constraint c where c.conname = '${name}')`)
const functionText = (name: string) => `pg_get_functiondef('private.${name}'::regproc)`

/** SQL of each list in the database, and the list in TypeScript. */
const lists: Readonly<Record<string, readonly [sql: string, values: readonly string[]]>> = {
  'order statuses': [valuesOf('enum_range(null::public.order_status)'), orderStatuses],
  'ways of fulfilment': [constraint('orders_fulfilment_known'), fulfilments],
  'kinds of orders in a calendar': [literalsOf(functionText('calendar_kind')), orderKinds],
  'payments of a manual order': [constraint('manual_orders_payment_known'), payments],
  greetings: [constraint('basket_lines_personalization_known'), personalisations],
  'kinds of discounts': [constraint('discount_codes_kind_known'), discountKinds],
  'bases of delivery fees': [constraint('shop_delivery_terms_basis_known'), deliveryBases],
  'categories of shops': [constraint('shops_category_known'), shopCategories],
  occasions: [valuesOf('private.occasions()'), occasions],
  diets: [valuesOf('private.diets()'), dietKeys],
  allergens: [valuesOf('private.allergens()'), allergens.map(({ key }) => key)],
  'kinds of allergens': [
    valuesOf('private.allergen_kinds()'),
    allergens.flatMap(({ kinds }) => kinds.map(({ key }) => key)),
  ],
  'states of an allergen': [literalsOf(functionText('is_allergen_declaration'), '@ == "([^"]+)"'), allergenStates],
  'answers about an allergen': [literalsOf(functionText('verify_answers'), '@.answer == "([^"]+)"'), answers],
  'units of ingredients': [constraint('shop_ingredients_unit_known'), ingredientUnits],
  'kinds of problems': [constraint('order_problems_kind_known'), Object.keys(problemKinds)],
  'wishes about a problem': [constraint('order_problems_wanted_known'), Object.keys(problemWishes)],
  'answers to a problem': [constraint('order_problems_answer_known'), Object.keys(problemAnswers)],
  'states of a problem': [constraint('order_problems_state_known'), problemStates],
  'states of a report': [constraint('reports_state_known'), reportStates.options],
  'kinds of failed work': [literalsOf(functionText('failed_work'), `select\\s+'([a-z_]+)',\\s`), failedKinds],
  'kinds of notifications': [constraint('notifications_type_known'), kindNames],
}

describe('the database and the app', () => {
  let context: TestContext
  beforeAll(async () => {
    context = await openTestContext('pglite')
  })
  afterAll(() => context.close())

  async function rows(sql: string): Promise<Record<string, string | null>[]> {
    const { columns, rows: found } = await context.database.run({ text: sql, values: [] })
    return found.map((row) => Object.fromEntries(columns.map(({ name }, n) => [name, row[n] ?? null])))
  }

  it('have the same refusal codes', async () => {
    const sources = (
      await rows(`select p.prosrc as source from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ('public', 'private') and p.prosrc <> ''`)
    ).map((row) => text(row, 'source'))
    const codes = new Set<string>()
    for (const source of sources) {
      for (const [, code] of source.matchAll(/private\.refuse\(\s*'[^']+',\s*'([^']+)'/g)) codes.add(code ?? '')
      for (const [, code] of source.matchAll(/\bhint = '([^']+)'/g)) codes.add(code ?? '')
      // What private.delivery_charge says of an order that is not delivered, private.price_order refuses.
      for (const [, code] of source.matchAll(/charge\.code := '(\w+)'/g)) codes.add(code ?? '')
      // private.order_text passes its code argument on.
      for (const [, code] of source.matchAll(/private\.order_text\([^()]*,\s*'(\w+)'\)/g)) codes.add(code ?? '')
    }
    const calls = sources.flatMap((source) => [...source.matchAll(/private\.refuse\(\s*'[^']+',\s*(\S+)/g)])
    const passedOn = calls.flatMap(([, code]) => (code?.startsWith("'") ? [] : code)).sort()
    expect(passedOn).toEqual(['charge.code,', 'code,', 'code,'])
    expect([...codes].sort()).toEqual([...refusalCodes].sort())
  })

  it.each(Object.entries(lists))('have the same %s', async (_, [sql, values]) => {
    const found = await rows(sql)
    expect(found.map((row) => text(row, 'value')).sort()).toEqual([...values].sort())
  })

  it('give the seller the same transitions', async () => {
    const transitions = await rows(`select from_status::text, to_status::text, fulfilment
      from private.order_transitions where actor = 'seller'`)
    const listed = transitions.map((row) => `${row.fulfilment}: ${row.from_status} to ${row.to_status}`)
    const offered = orderStatuses.flatMap((status: OrderStatus) =>
      (['delivery', 'pickup'] as const).flatMap((fulfilment) => {
        const next = nextStep({ status, fulfilment })?.status
        // A pickup is never shipped, and a delivery is never ready.
        const exists = status !== (fulfilment === 'pickup' ? 'shipped' : 'ready')
        const targets = [next, exists && isCancellableByShop({ status }) ? 'cancelled' : undefined]
        return targets.filter((to) => to !== undefined).map((to) => `${fulfilment}: ${status} to ${to}`)
      }),
    )
    expect(listed.sort()).toEqual(offered.sort())
  })
})
