/** Ten thousand attempts at a discount code, and 64 buyers of one with ten uses. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { expectLedgerToBalance } from './ledger-assertions.ts'
import { addDailyPickupWindows, call, forSale, order, pickedUp, place } from './order-fixtures.ts'
import { type Actor, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

describe.each(databases)('discount codes on %s', (kind) => {
  let context: TestContext
  let owner: Actor
  let shop: string
  let cake: string
  let slot: object

  beforeAll(async () => {
    context = await openTestContext(kind)
    owner = await context.member('Owner')
    shop = await context.shop(owner)
    cake = await context.product(shop, { ...forSale, price: 10, stock: 1000 })
    slot = await addDailyPickupWindows(context, shop)
  })
  afterAll(async () => {
    await expectLedgerToBalance(context, new Map([[cake, 1000]]))
    await context.close()
  })

  /** @returns the id of a new code of 10 % */
  const add = async (code: string, terms: Values = {}) =>
    text(await owner.insert('discount_codes', { shop_id: shop, code, kind: 'percent', percent: 10, ...terms }), 'id')
  const buy = (code: string, who: Actor) =>
    place(who, order([{ ...pickedUp(shop, slot, { product: cake }), discount_code_id: code }]))

  it('cannot be enumerated in ten thousand tries', async () => {
    await add('SECRET-9999')
    const guesser = await context.member('Guesser')
    const check = (code: string) => call(guesser, 'check_discount_code($1::uuid, $2)', shop, code)
    for (let n = 0; n < 10; n += 1) expect(await check(`SECRET-${n}`)).toHaveProperty('refusal')
    const thousand = `do $$ declare n integer; begin for n in 1 .. 1000 loop
      begin
        perform public.check_discount_code('${shop}', 'SECRET-' || n);
        raise exception 'a try was answered';
      exception when sqlstate 'PT429' then null;
      end;
    end loop; end $$`
    for (let round = 0; round < 10; round += 1) await guesser.count(thousand)
    expect(await refusal(check('SECRET-9999'))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
  })

  it('with ten uses are held for five of sixty-four newcomers who do not pay, one after the other', async () => {
    const ten = await add('TEN-IN-TURN', { max_uses: 10 })
    let served = 0
    for (let n = 0; n < 64; n += 1) {
      const attempt = buy(ten, await context.member())
      if (served < 5) {
        await attempt
        served += 1
      } else
        expect(await refusal(attempt)).toMatchObject({
          hint: 'discount_code',
          message: expect.stringContaining('Many buyers'),
        })
    }
    expect(served).toBe(5)
  })
})
