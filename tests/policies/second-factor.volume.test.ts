/** Ten thousand attempts at a recovery code. */
import { describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { openTestContext, refusal, text } from './test-context.ts'

describe.each(databases)('a recovery code on %s', (kind) => {
  it('is not found in ten thousand tries', { timeout: 240_000 }, async () => {
    const context = await openTestContext(kind)
    const member = await context.member('Bea')
    await context.secondFactor(member)
    const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }]
    const stolen = context.session(member, { aal: 'aal1', amr, session_id: await context.startSession(member) })
    const [row] = await context
      .session(member, { aal: 'aal2', amr })
      .rows('select code from unnest(public.create_recovery_codes()) code')
    const tryCode = async (code: string) =>
      (await stolen.rows('select public.use_recovery_code($1) as is_right', code))[0]?.is_right
    const outcomes = new Map<unknown, number>()
    for (let n = 0; n < 10_000; n += 1) {
      const outcome = await tryCode(String(n).padStart(16, '0')).catch(({ code: refused }) => refused)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    expect(outcomes).toEqual(
      new Map<unknown, number>([
        [false, 10],
        ['PT429', 9_990],
      ]),
    )
    expect(await refusal(tryCode(text(row, 'code')))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
    await context.close()
  })
})
