/** Ten thousand corrections of the answers in one quote. */
import { describe, expect, it } from 'vitest'
import { withMilk } from '../declarations.ts'
import { databases } from '../harness.ts'
import { forSale } from './order-fixtures.ts'
import { openTestContext, text } from './test-context.ts'

describe.each(databases)('answers about allergens on %s', (kind) => {
  it('corrected ten thousand times are corrected five times, with as many messages, notifications and emails', {
    timeout: 240_000,
  }, async () => {
    const context = await openTestContext(kind)
    const buyer = await context.member('Bo Buyer')
    const seller = await context.member('Seller')
    const cake = await context.product(await context.shop(seller), {
      ...forSale,
      product_type: 'bespoke',
      price: 0,
      allergens: withMilk,
      ingredients: 'Sugar, milk',
    })
    const opened = { seller_id: seller.id, product_id: cake, brief: { allergens: [{ other: 'kiwi' }] } }
    const room = text(await buyer.insert('chat_rooms', opened), 'id')
    await seller.update('chat_rooms', room, {
      price_quote: 45.5,
      allergen_answers: [{ other: 'kiwi', answer: 'free' }],
    })
    const told = async (table: string, condition: string) =>
      Number((await context.service.rows(`select count(*) from ${table} where ${condition}`))[0]?.count)
    const emails = () => told('outbox', `user_id = '${buyer.id}' and template = 'quote'`)
    expect(await emails()).toBe(1)
    // Batches, because a statement has a deadline.
    for (let batch = 0; batch < 20; batch += 1)
      await seller.rows(`do $$
        begin
          for n in 1..500 loop
            begin
              update public.chat_rooms r set allergen_answers = case r.allergen_answers #>> '{0,answer}'
                when 'free' then jsonb_set(r.allergen_answers, '{0,answer}', '"cannot"')
                else jsonb_set(r.allergen_answers, '{0,answer}', '"free"') end
              where r.id = '${room}';
            exception when others then
              if sqlstate <> 'PT429' then raise; end if;
            end;
          end loop;
        end $$`)
    expect(await buyer.rows('select quote_version from chat_rooms')).toEqual([{ quote_version: 6 }])
    expect(await told('chat_messages', `chat_room_id = '${room}' and content like 'The answers%'`)).toBe(5)
    expect(await told('notifications', `user_id = '${buyer.id}' and title like 'Answers%'`)).toBe(5)
    expect(await emails()).toBe(6)
    await context.close()
  })
})
