/** Ten thousand messages of a suspended member. */
import { describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { call } from './order-fixtures.ts'
import { openTestContext, text } from './test-context.ts'

describe.each(databases)('a suspended member on %s', (kind) => {
  it('sends none of ten thousand messages', async () => {
    const context = await openTestContext(kind)
    const ann = await context.member('Ann Archer')
    const seller = await context.member('Seller')
    const cake = await context.product(await context.shop(seller))
    const room = text(await ann.insert('chat_rooms', { seller_id: seller.id, product_id: cake }), 'id')
    await call(await context.administrator(), 'suspend_member($1, $2)', ann.id, 'Orders were not collected')
    await ann.rows(`do $$ begin
      for n in 1 .. 10000 loop
        begin
          insert into public.chat_messages (chat_room_id, content) values ('${room}', 'Hello');
          raise exception 'sent';
        exception when insufficient_privilege then null;
        end;
      end loop;
    end $$`)
    expect(await context.service.count('select from chat_messages where chat_room_id = $1', room)).toBe(0)
    await context.close()
  })
})
