/** Ten thousand attempts at a voucher's code. */
import { describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { openTestContext } from './test-context.ts'

describe.each(databases)('the code of a gift voucher on %s', (kind) => {
  it('cannot be guessed by visitors, in ten thousand tries', async () => {
    const context = await openTestContext(kind)
    await context.database.script(`set role anon; do $$ declare limited integer := 0; begin for n in 1 .. 10000 loop
      begin
        perform public.voucher_balance('GV-' || n);
      exception when sqlstate 'PT429' then limited := limited + 1;
      end; end loop;
      if limited <> 9000 then raise exception 'limited % tries', limited; end if; end $$; reset role`)
    const [counted] = (await context.database.run({ text: 'select count(*) from private.wrong_codes', values: [] }))
      .rows
    expect(counted).toEqual(['1000'])
    await context.close()
  })
})
