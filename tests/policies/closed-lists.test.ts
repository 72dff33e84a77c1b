/** The database and the domain name the same refusal codes and order statuses. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OrderStatus, orderStatuses } from '#domain/order-state'
import { refusalCodes } from '#domain/refusal-codes'
import { isCancellableByShop, nextStep } from '#domain/seller-steps'
import { openTestContext, type TestContext, text } from './test-context.ts'

describe('the database and the domain', () => {
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
      // private.order_text passes its code argument on.
      for (const [, code] of source.matchAll(/private\.order_text\([^()]*,\s*'(\w+)'\)/g)) codes.add(code ?? '')
    }
    const calls = sources.flatMap((source) => [...source.matchAll(/private\.refuse\(\s*'[^']+',\s*(\S+)/g)])
    expect(calls.filter(([, code]) => !code?.startsWith("'")).map(([call]) => call)).toEqual(
      Array(2).fill("private.refuse('22023', code,"),
    )
    expect([...codes].sort()).toEqual([...refusalCodes].sort())
  })

  it('have the same order statuses', async () => {
    const labels = await rows('select unnest(enum_range(null::public.order_status))::text as status')
    expect(labels.map((row) => text(row, 'status')).sort()).toEqual([...orderStatuses].sort())
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
