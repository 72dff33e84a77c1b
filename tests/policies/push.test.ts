/** Devices with push, what is pushed to them and when. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { createDevice, type Device } from '../push-service.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

describe.each(databases)('push on %s', (kind) => {
  let context: TestContext
  let ann: Actor
  let ben: Actor
  let phone: Device
  beforeAll(async () => {
    context = await openTestContext(kind)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    await context.database.script('delete from public.push_subscriptions; delete from net.http_request_queue')
    ann = await context.member('Ann')
    ben = await context.member('Ben')
    phone = createDevice()
    await subscribe(ann, phone)
  })

  const subscribe = (who: Actor, { row: { endpoint, p256dh, auth } }: Device) =>
    who.rows('select public.save_push_subscription($1, $2, $3)', endpoint, p256dh, auth)
  const notify = async (who: Actor, more: Values = {}) =>
    text(
      await context.service.insert('notifications', {
        user_id: who.id,
        type: 'order',
        title: 'New order',
        message: 'A cake',
        link: '/orders',
        ...more,
      }),
      'id',
    )
  const claim = () => context.service.rows('select * from public.claim_pushes(50)')
  const calls = async () =>
    (await context.database.run({ text: 'select url from net.http_request_queue', values: [] })).rows.flat()
  /** Each push that is not sent yet. */
  const waiting = async () => {
    const text = `select case when send_after > now() then 'later' else 'due' end from private.pushes`
    return (await context.database.run({ text, values: [] })).rows.flat()
  }
  const devices = (who: Actor) => who.count('select id from push_subscriptions')
  const inLondon = `(now() at time zone 'Europe/London')::time`
  const choose = (changes: string) =>
    context.service.count(`update notification_preferences set ${changes} where user_id = $1`, ann.id)

  it('a notification is pushed to each device of its member, and to nobody else', async () => {
    const tablet = createDevice()
    await subscribe(ann, tablet)
    await subscribe(ben, createDevice())
    const id = await notify(ann)
    expect(await calls()).toEqual(['http://backend.internal/functions/v1/send-push'])
    const claimed = await claim()
    expect(claimed.map(({ endpoint }) => endpoint).sort()).toEqual([phone, tablet].map((d) => d.row.endpoint).sort())
    expect(claimed[0]).toMatchObject({
      attempts: 1,
      kind: 'order',
      title: 'New order',
      link: '/orders',
      notification_id: id,
    })
    expect(await claim()).toEqual([])
    for (const push of claimed) await context.service.rows(`select record_push($1, 1, 'sent')`, text(push, 'push_id'))
    expect(await waiting()).toEqual([])
  })

  it('a push about safety is claimed before older ones, and pushes of busy members wait', async () => {
    await subscribe(ben, createDevice())
    const older = await notify(ann)
    const safety = await notify(ben, { type: 'safety' })
    const claimOf = async (size: number, ...busy: Actor[]) =>
      (
        await context.service.rows(
          'select notification_id, member_id from public.claim_pushes($1, $2::uuid[])',
          size,
          `{${busy.map(({ id }) => id)}}`,
        )
      ).map((push) => [push.notification_id, push.member_id])
    expect(await claimOf(1)).toEqual([[safety, ben.id]])
    expect(await claimOf(50, ann)).toEqual([])
    expect(await claimOf(50, ben)).toEqual([[older, ann.id]])
  })

  it('a member without a device causes no push and no call', async () => {
    await notify(ben)
    expect(await calls()).toEqual([])
    expect(await waiting()).toEqual([])
  })

  it('several notifications of one transaction cause one call', async () => {
    const insert = `insert into public.notifications (user_id, type, title, message) select $1, 'order', 'A', 'B' from generate_series(1, 3)`
    await context.service.count(insert, ann.id)
    expect(await calls()).toHaveLength(1)
    expect(await claim()).toHaveLength(3)
  })

  it('nobody reads the keys of a device, and nobody else reads, adds or removes a device', async () => {
    expect(await devices(ben)).toBe(0)
    expect(await ben.count('delete from push_subscriptions')).toBe(0)
    expect(await devices(ann)).toBe(1)
    for (const who of [ann, ben, context.visitor]) {
      expect(await refusal(who.rows('select p256dh, auth from push_subscriptions'))).toMatchObject({ code: forbidden })
      const values = { user_id: ann.id, ...createDevice().row }
      expect(await refusal(who.send('push_subscriptions', values))).toMatchObject({ code: forbidden })
      expect(await refusal(who.rows('select * from claim_pushes(1)'))).toMatchObject({ code: forbidden })
      expect(await refusal(who.rows('select * from private.pushes'))).toMatchObject({ code: forbidden })
      const record = who.rows(`select record_push(gen_random_uuid(), 1, 'gone')`)
      expect(await refusal(record)).toMatchObject({ code: forbidden })
    }
    expect(await refusal(subscribe(context.visitor, createDevice()))).toMatchObject({ code: forbidden })
    expect(await ann.count('delete from push_subscriptions')).toBe(1)
  })

  it('a device belongs to the member who switched push on last, and an endpoint alone takes over no device', async () => {
    const stolen = { ...phone, row: { ...phone.row, auth: createDevice().row.auth } }
    expect(await refusal(subscribe(ben, stolen))).toMatchObject({ hint: 'push_endpoint' })
    expect(await devices(ann)).toBe(1)
    await subscribe(ann, phone)
    expect(await devices(ann)).toBe(1)
    await subscribe(ben, phone)
    expect([await devices(ann), await devices(ben)]).toEqual([0, 1])
    await notify(ann)
    expect(await claim()).toEqual([])
  })

  it.each([
    'http://push.test/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://localhost/a',
    'https://push.test:6379/a',
    'https://me:secret@push.test/a',
    'https://push.test\\@127.0.0.1/a',
    'https://push.test',
    'https://push.test/a b',
    `https://push.test/${'a'.repeat(1000)}`,
    'file:///etc/passwd',
  ])('the endpoint %s is refused', async (endpoint) => {
    const hostile = createDevice()
    expect(await refusal(subscribe(ann, { ...hostile, row: { ...hostile.row, endpoint } }))).toMatchObject({
      code: '23514',
    })
  })

  it.each([{ p256dh: 'AAAA' }, { auth: 'AAAA' }, { p256dh: `A${'A'.repeat(86)}` }, { auth: 'é'.repeat(22) }])(
    'the keys %o are refused',
    async (keys) => {
      const hostile = createDevice()
      expect(await refusal(subscribe(ann, { ...hostile, row: { ...hostile.row, ...keys } }))).toMatchObject({
        code: '23514',
      })
    },
  )

  it('a member has ten devices at most, whatever they try', async () => {
    for (let n = 1; n < 10; n += 1) await subscribe(ann, createDevice())
    expect(await refusal(subscribe(ann, createDevice()))).toMatchObject({ code: 'PT409', hint: 'quota' })
    const many = `select public.save_push_subscription('https://push.test/' || n, $1, $2) from generate_series(1, 10000) n`
    expect(await refusal(ben.rows(many, phone.row.p256dh, phone.row.auth))).toMatchObject({ hint: 'quota' })
    expect([await devices(ann), await devices(ben)]).toEqual([10, 0])
  })

  it('signing out, and the deletion of the account, remove the device', async () => {
    const session = await context.startSession(ben)
    const signedIn = context.session(ben, { session_id: session })
    await subscribe(signedIn, createDevice())
    await notify(ben)
    expect(await waiting()).toEqual(['due'])
    await context.database.run({ text: 'delete from auth.sessions where id = $1', values: [session] })
    expect(await devices(ben)).toBe(0)
    expect(await waiting()).toEqual([])
    expect(await refusal(subscribe(signedIn, createDevice()))).toMatchObject({ code: 'PT401' })
    await context.database.run({ text: 'delete from auth.users where id = $1', values: [ann.id] })
    expect(await context.service.count('select from push_subscriptions')).toBe(0)
  })

  it('a read notification, a blocked account and a kind that is switched off are not pushed', async () => {
    const read = await notify(ann)
    await ann.update('notifications', read, { is_read: true })
    expect(await claim()).toEqual([])
    await choose(`push_off = '{order,payment}'`)
    await notify(ann)
    expect(await waiting()).toEqual([])
    const message = await notify(ann, { type: 'message' })
    expect(await claim()).toMatchObject([{ notification_id: message }])
    await notify(ann, { type: 'system' })
    await choose(`push_off = '{system}'`)
    expect(await claim()).toEqual([])
    await notify(ann)
    const ban = `update auth.users set banned_until = now() + interval '1 day' where id = $1`
    await context.database.run({ text: ban, values: [ann.id] })
    expect(await claim()).toEqual([])
    expect(await context.service.count('select from notifications where user_id = $1', ann.id)).toBe(5)
  })

  it('a push waits until the quiet hours end, except one about safety', async () => {
    await choose(`quiet_from = ${inLondon} - interval '1 hour', quiet_until = ${inLondon} + interval '1 hour'`)
    await notify(ann)
    expect(await waiting()).toEqual(['later'])
    expect([await calls(), await claim()]).toEqual([[], []])
    const urgent = await notify(ann, { type: 'safety' })
    expect(await claim()).toMatchObject([{ notification_id: urgent }])
    await choose('quiet_from = null, quiet_until = null')
    await context.database.script('update private.pushes set send_after = now()')
    expect(await claim()).toHaveLength(2)
  })

  it('quiet hours that a member chooses after the notification hold the push too', async () => {
    await notify(ann)
    await choose(`quiet_from = ${inLondon} - interval '1 hour', quiet_until = ${inLondon} + interval '1 hour'`)
    expect(await claim()).toEqual([])
    expect(await waiting()).toEqual(['later'])
  })

  it.each([
    ['22:00', '07:00', '2026-07-01T20:59:00Z', '2026-07-01T20:59:00Z'],
    ['22:00', '07:00', '2026-07-01T21:00:00Z', '2026-07-02T06:00:00Z'],
    ['22:00', '07:00', '2026-12-01T05:00:00Z', '2026-12-01T07:00:00Z'],
    ['22:00', '07:00', '2026-12-01T07:00:00Z', '2026-12-01T07:00:00Z'],
    ['12:00', '13:00', '2026-12-01T12:30:00Z', '2026-12-01T13:00:00Z'],
    ['12:00', '13:00', '2026-12-01T13:00:00Z', '2026-12-01T13:00:00Z'],
    // The clocks go back in this night.
    ['22:00', '07:00', '2026-10-24T22:30:00Z', '2026-10-25T07:00:00Z'],
  ])('quiet from %s to %s, at %s a push is due at %s', async (from, until, at, due) => {
    const call = {
      text: `select to_char(private.after_quiet_hours($1::time, $2::time, $3::timestamptz) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
      values: [from, until, at],
    }
    expect((await context.database.run(call)).rows).toEqual([[due]])
  })

  it.each([
    `quiet_from = '22:00'`,
    `quiet_from = '22:00', quiet_until = '22:00'`,
    `push_off = '{Order!}'`,
    `push_off = array_fill('order'::text, array[21])`,
    `push_off = array[null]::text[]`,
  ])('the choice %s is refused', async (changes) => {
    expect(await refusal(ann.count(`update notification_preferences set ${changes}`))).toMatchObject({ code: '23514' })
  })

  it('a failed push is retried at growing intervals, at most eight times', async () => {
    await notify(ann)
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      const [push] = await claim()
      expect(push).toMatchObject({ attempts: attempt })
      await context.service.rows(`select record_push($1, $2, 'failed')`, text(push ?? {}, 'push_id'), attempt)
      expect(await claim()).toEqual([])
      await context.database.script('update private.pushes set send_after = now()')
    }
    expect(await waiting()).toEqual([])
    expect(await devices(ann)).toBe(1)
  })

  it('a renewed notification is pushed again, whatever the outcome of the older push', async () => {
    const id = await notify(ann, { type: 'message' })
    const [older] = await claim()
    const renew = `update public.notifications set message = 'Another', created_at = now() + interval '1 second' where id = $1`
    await context.service.rows(renew, id)
    await context.service.rows(`select record_push($1, 1, 'sent')`, text(older ?? {}, 'push_id'))
    expect(await claim()).toMatchObject([{ notification_id: id, message: 'Another' }])
    await context.service.rows(`update public.notifications set message = 'Corrected' where id = $1`, id)
    expect(await claim()).toEqual([])
  })

  it('a device that its push service does not know any more is removed', async () => {
    await notify(ann)
    const [push] = await claim()
    await context.service.rows(`select record_push($1, 1, 'gone')`, text(push ?? {}, 'push_id'))
    expect(await devices(ann)).toBe(0)
  })
})
