/** Second factors in the database: recovery codes, and administrators. The access matrix covers what a stolen password opens. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requireSecondFactor } from '../../scripts/administrators.ts'
import { databases } from '../harness.ts'
import { type Actor, openTestContext, refusal, type TestContext, text } from './test-context.ts'

const now = () => Math.floor(Date.now() / 1000)

describe.each(databases)('a second factor on %s', (kind) => {
  let context: TestContext
  let member: Actor
  /** The member's sessions: with the password only, and with the second factor. */
  let stolen: Actor
  let whole: Actor
  beforeAll(async () => {
    context = await openTestContext(kind)
  })
  beforeEach(async () => {
    member = await context.member('Bea')
    await context.secondFactor(member)
    const amr = [{ method: 'password', timestamp: now() }]
    stolen = context.session(member, { aal: 'aal1', amr, session_id: await context.startSession(member) })
    whole = context.session(member, { aal: 'aal2', amr })
  })
  afterAll(() => context.close())

  const query = async (sql: string, ...values: string[]) => (await context.database.run({ text: sql, values })).rows
  const createCodes = async (by: Actor) => {
    const rows = await by.rows('select code from unnest(public.create_recovery_codes()) code')
    return rows.map((row) => text(row, 'code'))
  }
  const tryCode = async (by: Actor, code: string) =>
    (await by.rows('select public.use_recovery_code($1) as is_right', code))[0]?.is_right
  const factors = async () =>
    (await query('select count(*) from auth.mfa_factors where user_id = $1', member.id))[0]?.[0]

  describe('has recovery codes', () => {
    it('of 80 bits, ten at a time, of which only hashes are stored', async () => {
      const codes = await createCodes(whole)
      expect(new Set(codes).size).toBe(10)
      for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/)
      const [[stored] = []] = await query(
        `select string_agg(r::text, '') from private.recovery_codes r where user_id = $1`,
        member.id,
      )
      for (const code of codes) {
        expect(stored).not.toContain(code)
        expect(stored).not.toContain(Buffer.from(code.replaceAll('-', '')).toString('hex'))
      }
      expect(await whole.rows('select unused from public.own_recovery_codes()')).toEqual([{ unused: 10 }])
    })

    it('that only a session with the second factor and a recent sign-in creates and counts', async () => {
      expect(await refusal(createCodes(stolen))).toMatchObject({ code: 'PT401', hint: 'account' })
      const old = context.session(member, { aal: 'aal2', amr: [{ method: 'totp', timestamp: now() - 601 }] })
      expect(await refusal(createCodes(old))).toMatchObject({ code: 'PT403', hint: 'reauthenticate' })
      const without = await context.member('Without', { aal: 'aal1', amr: [{ method: 'password', timestamp: now() }] })
      expect(await refusal(createCodes(without))).toMatchObject({ code: 'PT409', hint: 'second_factor' })
      await createCodes(whole)
      expect(await stolen.rows('select unused from public.own_recovery_codes()')).toEqual([{ unused: 0 }])
    })

    it('one of which removes the factors, ends the other sessions and emails the member', async () => {
      await query(
        `update public.notification_preferences set email_notifications = false where user_id = $1`,
        member.id,
      )
      await query('insert into auth.sessions (id, user_id, aal) values (gen_random_uuid(), $1, $2)', member.id, 'aal2')
      const [code = ''] = await createCodes(whole)
      const asTyped = ` ${code.replaceAll('-', ' ').toUpperCase().replaceAll('0', 'O').replaceAll('1', 'l')}`
      expect(await tryCode(stolen, asTyped)).toBe(true)
      expect(await factors()).toBe('0')
      expect(await query('select count(*) from auth.sessions where user_id = $1', member.id)).toEqual([['1']])
      const claimed = await context.service.rows('select template, data from public.claim_emails(10)')
      expect(claimed).toEqual([{ template: 'second-factor-removed', data: { name: 'Bea' } }])
      // The password is enough again, and the code is spent.
      expect(await stolen.rows('select id from public.profiles')).toEqual([{ id: member.id }])
      expect(await refusal(tryCode(stolen, code))).toMatchObject({ code: 'PT409', hint: 'second_factor' })
    })

    it('that new codes, and a new factor, replace', async () => {
      const [first = ''] = await createCodes(whole)
      const [second = ''] = await createCodes(whole)
      expect(await tryCode(stolen, first)).toBe(false)
      await query('delete from auth.mfa_factors where user_id = $1', member.id)
      await query(`select pg_sleep(0.01)`)
      await context.secondFactor(member)
      expect(await tryCode(stolen, second)).toBe(false)
      expect(await factors()).toBe('1')
    })

    it('that are of no use to another member, a session that has ended or a visitor', async () => {
      const [code = ''] = await createCodes(whole)
      const ended = context.session(member, { aal: 'aal1', session_id: crypto.randomUUID() })
      expect(await refusal(tryCode(ended, code))).toMatchObject({ code: 'PT401' })
      const other = await context.member('Other', { aal: 'aal1' })
      await context.secondFactor(other)
      expect(await tryCode(other, code)).toBe(false)
      expect(await refusal(tryCode(context.visitor, code))).toMatchObject({ code: '42501' })
      expect(await refusal(tryCode(context.service, code))).toMatchObject({ code: 'PT401' })
      expect(await refusal(member.rows('select * from private.recovery_codes'))).toMatchObject({ code: '42501' })
    })

    it('of which a member tries ten, after which even the right one is refused for an hour', async () => {
      const [code = ''] = await createCodes(whole)
      for (let n = 0; n < 10; n += 1) expect(await tryCode(stolen, String(n).padStart(16, '0'))).toBe(false)
      for (const late of ['0'.repeat(16), code])
        expect(await refusal(tryCode(stolen, late))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
      await query(`update private.recovery_attempts set started_at = started_at - interval '61 minutes'`)
      expect(await tryCode(stolen, code)).toBe(true)
    })
  })

  describe('of an administrator', () => {
    const claims = { app_metadata: { role: 'admin' } }
    const isAdministrator = async (by: Actor) =>
      (await by.rows('select public.is_administrator() as is_one'))[0]?.is_one

    it('is needed at once when the settings require it, and for every function of administrators', async () => {
      const administrator = await context.administrator()
      const atAal2 = context.session(administrator, { ...claims, aal: 'aal2' })
      expect(await isAdministrator(administrator)).toBe(true)
      await requireSecondFactor(context.database, true)
      expect([await isAdministrator(administrator), await isAdministrator(atAal2)]).toEqual([false, true])
      expect(await refusal(administrator.rows('select * from public.moderation_queue()'))).toMatchObject({
        code: '42501',
        hint: 'administrator',
      })
      expect(await atAal2.count('select * from public.moderation_queue()')).toBeGreaterThanOrEqual(0)
      await requireSecondFactor(context.database, false)
      expect(await isAdministrator(administrator)).toBe(true)
      const logged = await query(`select changes::text from public.audit_log where table_name = 'settings' order by id`)
      expect(logged).toEqual([
        ['{"administrators_need_second_factor": [false, true]}'],
        ['{"administrators_need_second_factor": [true, false]}'],
      ])
    })

    it('is named as what is missing to administrators alone', async () => {
      const isMissing = async (by: Actor) => (await by.rows('select public.needs_second_factor() as is_it'))[0]?.is_it
      const administrator = await context.administrator()
      const atAal2 = context.session(administrator, { ...claims, aal: 'aal2' })
      const pretender = context.session(member, claims)
      const all = () => Promise.all([administrator, atAal2, member, pretender].map(isMissing))
      expect(await all()).toEqual([false, false, false, false])
      await requireSecondFactor(context.database, true)
      expect(await all()).toEqual([true, false, false, false])
      await requireSecondFactor(context.database, false)
    })

    it('is needed without that setting, too, once the account has one', async () => {
      const administrator = await context.administrator()
      await context.secondFactor(administrator)
      const atAal2 = context.session(administrator, { ...claims, aal: 'aal2' })
      expect([await isAdministrator(administrator), await isAdministrator(atAal2)]).toEqual([false, true])
    })

    it('is a setting that no member, administrator or key of the API changes', async () => {
      const change = 'update private.settings set administrators_need_second_factor = false'
      for (const by of [context.visitor, member, await context.administrator(), context.service])
        expect(await refusal(by.rows(change))).toMatchObject({ code: '42501' })
    })
  })
})
