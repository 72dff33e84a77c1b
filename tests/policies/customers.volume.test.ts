/** Ten thousand notes about members who are no customers. */
import { describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { forbidden, openTestContext, refusal } from './test-context.ts'

describe.each(databases)('a shop’s customers on %s', (kind) => {
  it('cannot be invented: ten thousand notes about strangers are refused', async () => {
    const context = await openTestContext(kind)
    const seller = await context.member('Seller')
    const shop = await context.shop(seller)
    await context.database.script(`
      insert into auth.users (id, email) select md5('crowd' || n)::uuid, 'crowd' || n || '@example.test' from generate_series(1, 10000) n`)
    expect(await context.service.count(`select from profiles p where p.id = md5('crowd10000')::uuid`)).toBe(1)
    const notes = seller.count(
      `insert into customer_notes (shop_id, member_id) select '${shop}', md5('crowd' || n)::uuid from generate_series(1, 10000) n`,
    )
    expect(await refusal(notes)).toMatchObject({ code: forbidden })
    expect(await seller.count('select from customer_notes')).toBe(0)
    await context.close()
  })
})
