/** Followers of shops, announcements to them, and the consent to emails with its signed link. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { prefill } from './prefill.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text } from './test-context.ts'

describe.each(databases)('followers on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let rival: Actor
  let ann: Actor
  let bea: Actor
  let shop: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    rival = await context.member('Rival')
    ann = await context.member('Ann')
    bea = await context.member('Bea')
    shop = await context.shop(seller, { name: 'Crumb', slug: 'crumb' })
    await context.shop(rival, { name: 'Loaf' })
  })
  afterAll(() => context.close())

  const admin = async (sql: string, ...values: string[]) =>
    (await context.database.run({ text: sql, values })).rows.map(([first]) => first)
  const token = async (member: Actor, of = shop) =>
    (await admin('select private.unsubscribe_token($1, $2)', member.id, of))[0] ?? ''
  /** Runs the job until nothing is left. */
  async function deliver(): Promise<void> {
    for (let n = 0; n < 30; n += 1) await admin('select private.deliver_announcements(2)')
  }
  const announce = async (who: Actor, title = 'Saturday menu', of: string | null = null) =>
    text(
      (await who.rows('select announce($1, $2, $3) as id', title, 'Sourdough and buns from ten o’clock.', of))[0],
      'id',
    )
  const deleteAnnouncements = () => context.service.count('delete from announcements')
  const notified = (who: Actor) =>
    who.rows(`select title, link from notifications where type = 'shop' order by created_at`)
  const emails = () =>
    context.service.rows(
      `select user_id, data ->> 'title' as title, is_bulk from outbox where template = 'announcement'`,
    )

  it('only the member sees, adds, changes and ends what they follow', async () => {
    await ann.insert('shop_followers', { shop_id: shop })
    for (const other of [bea, seller, rival, await context.administrator()]) {
      expect(await other.rows('select * from shop_followers')).toEqual([])
      expect(await other.count('update shop_followers set wants_emails = true')).toBe(0)
      expect(await other.count('delete from shop_followers')).toBe(0)
      expect(await refusal(other.send('shop_followers', { user_id: ann.id, shop_id: shop }))).toMatchObject({
        code: forbidden,
      })
    }
    expect(await refusal(context.visitor.rows('select * from shop_followers'))).toMatchObject({ code: forbidden })
  })

  it('a seller sees how many follow the own shop, and not who', async () => {
    await bea.insert('shop_followers', { shop_id: shop, wants_emails: true })
    expect(await seller.rows('select * from follower_counts()')).toEqual([{ followers: 2, by_email: 1 }])
    expect(await rival.rows('select * from follower_counts()')).toEqual([{ followers: 0, by_email: 0 }])
    expect(await refusal(context.visitor.rows('select * from follower_counts()'))).toMatchObject({ code: forbidden })
  })

  it('emails are off until the member agrees, and the time of consent cannot be forged', async () => {
    const consent = () =>
      ann.rows('select wants_emails, emails_agreed_at is not null as has_agreed from shop_followers')
    expect(await consent()).toEqual([{ wants_emails: false, has_agreed: false }])
    await ann.count('update shop_followers set wants_emails = true')
    expect(await consent()).toEqual([{ wants_emails: true, has_agreed: true }])
    expect(await refusal(ann.count(`update shop_followers set emails_agreed_at = '2020-01-01'`))).toMatchObject({
      code: forbidden,
    })
    await ann.count('update shop_followers set wants_emails = false')
    expect(await consent()).toEqual([{ wants_emails: false, has_agreed: false }])
  })

  it('nobody follows a hidden shop, their own, or one across a block', async () => {
    const hidden = await context.shop(await context.member(), { status: 'pending' })
    const blocker = await context.member()
    const blocking = await context.shop(blocker)
    await blocker.send('blocks', { blocked_id: bea.id })
    await context.service.insert('blocks', { blocker_id: ann.id, blocked_id: rival.id })
    const loaf = text((await context.service.rows(`select id from shops where name = 'Loaf'`))[0], 'id')
    const attempts: [Actor, string][] = [
      [ann, hidden],
      [seller, shop],
      [bea, blocking],
      [ann, loaf],
    ]
    for (const [who, of] of attempts)
      expect(await refusal(who.send('shop_followers', { shop_id: of }))).toMatchObject({ code: forbidden })
  })

  it('a member follows at most 1,000 shops, and the same one once', async () => {
    const fan = await context.member()
    await prefill(
      context,
      `insert into shop_followers (user_id, shop_id) select '${fan.id}', gen_random_uuid() from generate_series(1, 999)`,
    )
    const shops = [await context.shop(await context.member()), await context.shop(await context.member())]
    const follow = (of: readonly string[]) =>
      fan.count(
        'insert into shop_followers (shop_id) select unnest($1::uuid[]) on conflict do nothing',
        `{${of.join()}}`,
      )
    expect(await refusal(follow(shops))).toMatchObject({ code: 'PT409', hint: 'quota' })
    expect(await follow(shops.slice(0, 1))).toBe(1)
    expect(await follow(shops.slice(0, 1))).toBe(0)
    expect(await refusal(follow(shops.slice(1)))).toMatchObject({ code: 'PT409', hint: 'quota' })
    expect(await fan.count('select from shop_followers')).toBe(1_000)
  })

  it('an announcement reaches those who followed before it: all in the app, and by email those who agreed', async () => {
    const product = await context.product(shop, { name: 'Sourdough' })
    const id = await announce(seller, 'Saturday menu', product)
    const late = await context.member('Late')
    await late.insert('shop_followers', { shop_id: shop, wants_emails: true })
    await deliver()
    for (const follower of [ann, bea])
      expect(await notified(follower)).toEqual([
        { title: 'Crumb: Saturday menu', link: `/shop/crumb?announcement=${id}` },
      ])
    expect(await notified(late)).toEqual([])
    expect(await emails()).toEqual([{ user_id: bea.id, title: 'Saturday menu', is_bulk: true }])
    const delivery = 'select notified, emailed, finished_at is not null as is_finished from announcement_deliveries'
    expect(await seller.rows(delivery)).toEqual([{ notified: 2, emailed: 1, is_finished: true }])
    expect(await rival.rows(delivery)).toEqual([])
    await late.count('delete from shop_followers')
  })

  it('no member writes an announcement but by its function, and nobody for another shop', async () => {
    for (const who of [seller, rival, ann]) {
      const forged = who.send('announcements', { shop_id: shop, title: 'Forged', text: 'Everything is free.' })
      expect(await refusal(forged)).toMatchObject({ code: forbidden })
      expect(await refusal(who.count(`update announcements set text = 'Other words'`))).toMatchObject({
        code: forbidden,
      })
    }
    expect(await refusal(announce(ann))).toMatchObject({ code: 'PT404', hint: 'shop' })
    expect(await refusal(context.visitor.rows(`select announce('Hello', 'Hello everybody')`))).toMatchObject({
      code: forbidden,
    })
    const foreign = await context.product(
      text((await context.service.rows(`select id from shops where name = 'Loaf'`))[0], 'id'),
    )
    expect(await refusal(announce(seller, 'Saturday', foreign))).toMatchObject({ code: 'PT404', hint: 'product' })
  })

  it('a shop sends two in seven days, however often it tries or withdraws', async () => {
    const second = await announce(seller, 'Sunday menu')
    for (let n = 0; n < 2; n += 1)
      expect(await refusal(announce(seller, `Menu ${n}`))).toMatchObject({ code: 'PT429', hint: 'rate_limit' })
    const several = `select announce('Menu ' || n, 'Sourdough and buns from ten.') from generate_series(1, 3) n`
    expect(await refusal(seller.rows(several))).toMatchObject({ code: 'PT429' })
    expect(await refusal(rival.rows('select withdraw_announcement($1)', second))).toMatchObject({ code: 'PT404' })
    await seller.rows('select withdraw_announcement($1)', second)
    expect(await refusal(announce(seller))).toMatchObject({ code: 'PT429' })
    expect(await context.visitor.rows('select title from announcements')).toEqual([{ title: 'Saturday menu' }])
    await deliver()
    expect(await notified(ann)).toHaveLength(1)
    await context.service.count(`update announcements set created_at = now() - interval '8 days'`)
    await announce(seller, 'Next week')
    await deleteAnnouncements()
  })

  it('withdrawing takes the notifications back, and the emails that are not sent yet', async () => {
    await context.service.count(`delete from outbox`)
    const id = await announce(seller, 'A mistake')
    await deliver()
    expect((await notified(ann)).map(({ title }) => title)).toContain('Crumb: A mistake')
    expect(await emails()).toHaveLength(1)
    await seller.rows('select withdraw_announcement($1)', id)
    expect((await notified(ann)).map(({ title }) => title)).not.toContain('Crumb: A mistake')
    expect(await context.service.rows('select template from claim_emails(10)')).toEqual([])
    expect(await context.service.rows('select status from outbox')).toEqual([{ status: 'skipped' }])
    await deleteAnnouncements()
  })

  it('unsubscribing, a block and a suspension each stop an email that waits', async () => {
    const stops: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      [
        'unsubscribed',
        () => bea.count('update shop_followers set wants_emails = false'),
        () => bea.count('update shop_followers set wants_emails = true'),
      ],
      ['blocked', () => seller.send('blocks', { blocked_id: bea.id }), () => seller.count('delete from blocks')],
      [
        'suspended',
        () => context.service.update('shops', shop, { status: 'suspended' }),
        () => context.service.update('shops', shop, { status: 'active' }),
      ],
    ]
    for (const [why, stop, resume] of stops) {
      await context.service.count('delete from outbox')
      await announce(seller, `Menu of ${why}`)
      await deliver()
      await stop()
      const templates = (await context.service.rows('select template from claim_emails(10)')).map(
        ({ template }) => template,
      )
      expect(templates, why).not.toContain('announcement')
      await resume()
      await deleteAnnouncements()
    }
  })

  it('a suspended shop sends nothing, and a suspension stops a delivery', async () => {
    await announce(seller, 'Too late')
    await context.service.update('shops', shop, { status: 'suspended' })
    await deliver()
    expect((await notified(ann)).map(({ title }) => title)).not.toContain('Crumb: Too late')
    expect(await context.visitor.rows('select title from announcements')).toEqual([])
    expect(await ann.rows('select title from announcements')).toEqual([])
    expect(await refusal(announce(seller))).toMatchObject({ code: 'PT409', hint: 'shop' })
    await context.service.update('shops', shop, { status: 'active' })
    await deleteAnnouncements()
  })

  it('a blocked follower is told nothing', async () => {
    await seller.send('blocks', { blocked_id: ann.id })
    await announce(seller, 'Not for Ann')
    await deliver()
    expect((await notified(ann)).map(({ title }) => title)).not.toContain('Crumb: Not for Ann')
    expect((await notified(bea)).map(({ title }) => title)).toContain('Crumb: Not for Ann')
    await seller.count('delete from blocks')
    await deleteAnnouncements()
  })

  it('members report an announcement, and administrators hide it from everyone but its shop', async () => {
    const administrator = await context.administrator()
    const id = await announce(seller, 'Win a house')
    await deliver()
    await ann.send('reports', { subject: 'announcement', announcement_id: id, reason: 'It is misleading' })
    const [queue] = await administrator.rows(`select moderation_queue(wanted_subject => 'announcement') as queue`)
    expect(queue?.queue).toMatchObject({
      total: 1,
      items: [{ subject: 'announcement', id, content: { name: 'Win a house', shop: 'Crumb' } }],
    })
    expect(await refusal(seller.rows(`select moderate('announcement', $1, 'hide', 'No')`, id))).toMatchObject({
      code: forbidden,
    })
    await administrator.rows(`select moderate('announcement', $1, 'hide', 'There is no house.')`, id)
    expect(await ann.rows('select id from announcements')).toEqual([])
    expect((await notified(ann)).map(({ title }) => title)).not.toContain('Crumb: Win a house')
    expect(await seller.rows('select is_hidden from announcements')).toEqual([{ is_hidden: true }])
    expect(await seller.rows(`select title from notifications where type = 'system'`)).toContainEqual({
      title: 'We have hidden one of your announcements',
    })
    const hideAgain = administrator.rows(`select moderate('announcement', $1, 'hide', 'Again')`, id)
    expect(await refusal(hideAgain)).toMatchObject({ code: 'PT409', hint: 'already_decided' })
    await administrator.rows(`select moderate('announcement', $1, 'restore')`, id)
    expect(await ann.count('select from announcements')).toBe(1)
    const invisible = bea.send('reports', { subject: 'announcement', shop_id: shop, reason: 'Why' })
    expect(await refusal(invisible)).toMatchObject({ constraint: 'reports_subject_fits' })
    await deleteAnnouncements()
  })

  describe('the signed link', () => {
    const call = async (who: Actor, of: string, confirm: boolean) =>
      (await who.rows('select unsubscribe($1, $2) as outcome', of, String(confirm)))[0]?.outcome
    const wants = () => bea.rows('select wants_emails from shop_followers')

    it('unsubscribes without a session, only when confirmed, and again without an error', async () => {
      const of = await token(bea)
      expect(await call(context.visitor, of, false)).toEqual({ shop: 'Crumb', is_subscribed: true })
      expect(await wants()).toEqual([{ wants_emails: true }])
      for (let n = 0; n < 2; n += 1)
        expect(await call(context.visitor, of, true)).toEqual({ shop: 'Crumb', is_subscribed: false })
      expect(await wants()).toEqual([{ wants_emails: false }])
      await bea.count('update shop_followers set wants_emails = true')
    })

    it('is refused when it is forged, cut or for another member', async () => {
      const of = await token(bea)
      const forged = [
        '',
        of.slice(1),
        `${of}0`,
        of.slice(0, -1) + (of.endsWith('0') ? '1' : '0'),
        ann.id.replaceAll('-', '') + of.slice(32),
        of.slice(0, 64) + (await token(ann)).slice(64),
        `${of.slice(0, 64)}${'0'.repeat(40)}`,
        `' or true --`,
      ]
      for (const one of forged)
        expect(await refusal(call(context.visitor, one, true)), one).toMatchObject({ code: 'PT404', hint: 'token' })
      expect(await wants()).toEqual([{ wants_emails: true }])
    })

    it('cannot be signed by a member, and its key is not readable', async () => {
      for (const who of [context.visitor, bea, seller, context.service]) {
        expect(await refusal(who.rows('select private.unsubscribe_token($1, $2)', bea.id, shop))).toMatchObject({
          code: forbidden,
        })
        expect(await refusal(who.rows('select * from private.signing_keys'))).toMatchObject({ code: forbidden })
      }
    })
  })

  it('followers are told in batches, and other emails do not wait behind them', async () => {
    const baker = await context.member('Baker')
    const big = await context.shop(baker, { name: 'Big', slug: 'big' })
    for (let n = 0; n < 3; n += 1)
      await (await context.member()).insert('shop_followers', { shop_id: big, wants_emails: true })
    await context.service.count('delete from outbox')
    const id = await announce(baker)
    const delivered = () =>
      baker.rows(
        'select notified, emailed, finished_at is not null as is_finished from announcement_deliveries where announcement_id = $1',
        id,
      )
    await admin('select private.deliver_announcements(2)')
    expect(await delivered()).toMatchObject([{ notified: 2, is_finished: false }])
    await deliver()
    expect(await delivered()).toEqual([{ notified: 3, emailed: 3, is_finished: true }])
    expect(await context.service.count(`select from outbox where template = 'announcement'`)).toBe(3)
    // Announcements to few followers share a call, so that they hold up no other shop's.
    await deleteAnnouncements()
    await announce(baker, 'One')
    await announce(baker, 'Two')
    await admin('select private.deliver_announcements(500)')
    expect(
      await baker.rows('select count(*)::int as unfinished from announcement_deliveries where finished_at is null'),
    ).toEqual([{ unfinished: 0 }])
    // A receipt does not wait behind them.
    await context.service.send('outbox', { recipient: 'ann@example.test', template: 'receipt' })
    expect(await context.service.rows('select template from claim_emails(1)')).toEqual([{ template: 'receipt' }])
  })

  it('the account of a follower, and that of a seller, leaves nothing of it behind', async () => {
    await context.service.count('delete from outbox')
    await announce(seller, 'Goodbye')
    await deliver()
    await context.database.run({ text: 'delete from auth.users where id = $1', values: [ann.id] })
    expect(await context.service.count('select from shop_followers where user_id = $1', ann.id)).toBe(0)
    await context.database.run({ text: 'delete from auth.users where id = $1', values: [seller.id] })
    expect(await context.service.count('select from shop_followers where shop_id = $1', shop)).toBe(0)
    expect(await context.service.count('select from announcements where shop_id = $1', shop)).toBe(0)
    expect((await notified(bea)).map(({ title }) => title)).not.toContain('Crumb: Goodbye')
    expect(await emails()).toEqual([])
  })
})
