/** Profiles, preferences and addresses belong to one member each. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, type Values } from './test-context.ts'

const address: Values = {
  full_name: 'A. Buyer',
  address_line1: '1 High Street',
  city: 'London',
  postal_code: 'SE1 1AA',
}

describe.each(databases)('accounts on %s', (kind) => {
  let context: TestContext
  let ann: Actor
  let ben: Actor
  beforeAll(async () => {
    context = await openTestContext(kind)
    ann = await context.member('Ann')
    ben = await context.member('Ben')
  })
  afterAll(() => context.close())

  async function profileOf(metadata: unknown, email: string | null) {
    const id = randomUUID()
    await context.database.run({
      text: 'insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)',
      values: [id, email && `${id}.${email}`, metadata === undefined ? null : JSON.stringify(metadata)],
    })
    const [profile] = await context.service.rows('select name, avatar_url from public.profiles where id = $1', id)
    return { name: String(profile?.name).replace(`${id}.`, ''), avatar_url: profile?.avatar_url }
  }

  it.each([
    [{ name: 'Maya Bennett' }, 'maya@x.test', 'Maya Bennett'],
    [{ name: '  Maya \u00a0' }, 'maya@x.test', 'Maya'],
    [{ name: 'Maya\r\nBcc: all@x.test' }, 'maya@x.test', 'Maya Bcc: all@x.test'],
    [{ name: '   ' }, 'maya@x.test', 'User'],
    [{}, 'maya@x.test', 'User'],
    [undefined, 'maya@x.test', 'User'],
    [undefined, null, 'User'],
    [{ name: 'x'.repeat(300) }, 'maya@x.test', 'x'.repeat(100)],
  ])('sign-up metadata %j names the account %s', async (metadata, email, name) => {
    expect((await profileOf(metadata, email)).name).toBe(name)
  })

  it.each([
    ['https://cdn.example/a.png', true],
    ['/avatar/Maya.svg', true],
    ['javascript:alert(1)', false],
    ['//evil.example/a.png', false],
    ['/\\evil.example/a.png', false],
    ['data:image/svg+xml;base64,AAAA', false],
    ['https://x.test/"onerror="alert(1)', false],
    ['ftp://x.test/a.png', false],
  ])('an avatar URL %s is kept: %s', async (avatar_url, isKept) => {
    expect((await profileOf({ avatar_url }, 'a@x.test')).avatar_url).toBe(isKept ? avatar_url : null)
  })

  it('a profile follows a change of the account’s name', async () => {
    const member = await context.member('Before')
    await context.database.run({
      text: `update auth.users set raw_user_meta_data = '{"name":"After"}' where id = $1`,
      values: [member.id],
    })
    expect(await member.rows('select name from profiles')).toEqual([{ name: 'After' }])
  })

  it('a member sees only their own profile', async () => {
    expect(await ann.rows('select id from profiles')).toEqual([{ id: ann.id }])
    expect(await refusal(context.visitor.rows('select id from profiles'))).toMatchObject({ code: forbidden })
  })

  it('a member edits their own profile, but not its name or avatar, nor another profile', async () => {
    expect(
      await ann.update('profiles', ann.id, {
        first_name: 'Ann',
        phone: '+44 20 7946 0000',
      }),
    ).toBe(1)
    expect(await ann.update('profiles', ben.id, { first_name: 'Mine' })).toBe(0)
    for (const column of ['name', 'avatar_url', 'id', 'created_at'])
      expect(await refusal(ann.update('profiles', ann.id, { [column]: null })), column).toMatchObject({
        code: forbidden,
      })
    expect(await refusal(ann.count(`insert into profiles (id, name) values ($1, 'Me')`, randomUUID()))).toMatchObject({
      code: forbidden,
    })
    expect(await refusal(ann.count('delete from profiles'))).toMatchObject({ code: forbidden })
  })

  it.each([
    [{ phone: 'call me' }, 'profiles_phone_form'],
    [{ first_name: 'A\nB' }, 'profiles_first_name_form'],
    [{ last_name: 'x'.repeat(101) }, 'profiles_last_name_form'],
    [{ lat: 51.5 }, 'profiles_place'],
    [{ lat: 'NaN', lon: 'NaN' }, 'profiles_place'],
    [{ lat: 91, lon: 0 }, 'profiles_place'],
  ])('a profile with %j is refused', async (change, constraint) => {
    expect(await refusal(ann.update('profiles', ann.id, change))).toMatchObject({ code: '23514', constraint })
  })

  it('a new account has email and order updates on and promotions off', async () => {
    expect(
      await ben.rows('select email_notifications, order_updates, promotional_emails from notification_preferences'),
    ).toEqual([{ email_notifications: true, order_updates: true, promotional_emails: false }])
  })

  it('a member changes only their own preferences, including by upsert', async () => {
    const upsert = `insert into notification_preferences (user_id, promotional_emails) values ($1, true)
      on conflict (user_id) do update set user_id = excluded.user_id, promotional_emails = excluded.promotional_emails`
    expect(await ann.count(upsert, ann.id)).toBe(1)
    expect(await refusal(ann.count(upsert, ben.id))).toMatchObject({ code: forbidden })
    expect(
      await ann.count('update notification_preferences set order_updates = false where user_id = $1', ben.id),
    ).toBe(0)
    expect(await refusal(ann.count('update notification_preferences set user_id = $1', ben.id))).toMatchObject({
      code: forbidden,
    })
    expect(await ann.rows('select user_id, promotional_emails from notification_preferences')).toEqual([
      { user_id: ann.id, promotional_emails: true },
    ])
  })

  it('a member sees and changes only their own addresses', async () => {
    const own = await ann.insert('user_addresses', { ...address, user_id: ann.id })
    expect(own).toMatchObject({ user_id: ann.id, is_default: false, country: 'United Kingdom' })
    const id = String(own.id)
    expect(await ben.rows('select id from user_addresses where id = $1', id)).toEqual([])
    expect(await ben.update('user_addresses', id, { city: 'Leeds' })).toBe(0)
    expect(await ben.count('delete from user_addresses where id = $1', id)).toBe(0)
    expect(await refusal(ben.insert('user_addresses', { ...address, user_id: ann.id }))).toMatchObject({
      code: forbidden,
    })
    expect(await refusal(ann.update('user_addresses', id, { user_id: ben.id }))).toMatchObject({ code: forbidden })
    expect(await refusal(context.visitor.rows('select id from user_addresses'))).toMatchObject({ code: forbidden })
    expect(await ann.count('delete from user_addresses where id = $1', id)).toBe(1)
  })

  it('a new default address replaces the old one, on insert and on update', async () => {
    const member = await context.member()
    const defaults = () => member.rows('select city from user_addresses where is_default')
    const first = await member.insert('user_addresses', { ...address, city: 'One', is_default: true })
    await member.insert('user_addresses', { ...address, city: 'Two', is_default: true })
    expect(await defaults()).toEqual([{ city: 'Two' }])
    await member.update('user_addresses', String(first.id), { is_default: true })
    expect(await defaults()).toEqual([{ city: 'One' }])
    await member.count(
      `insert into user_addresses (full_name, address_line1, city, postal_code, is_default)
       select 'A', 'B', 'Many ' || n, 'SE1 1AA', true from generate_series(1, 3) n`,
    )
    expect(await defaults()).toEqual([{ city: 'Many 3' }])
  })

  it('a new default address leaves other members’ defaults unchanged', async () => {
    const [one, two] = [await context.member(), await context.member()]
    await one.insert('user_addresses', { ...address, is_default: true })
    await two.insert('user_addresses', { ...address, is_default: true })
    expect(await one.count('select from user_addresses where is_default')).toBe(1)
  })

  it('an account never has two default addresses, even with the service key', async () => {
    const member = await context.member()
    await member.insert('user_addresses', { ...address, is_default: true })
    await context.database.script('alter table user_addresses disable trigger one_default')
    const refused = await refusal(member.insert('user_addresses', { ...address, is_default: true }))
    await context.database.script('alter table user_addresses enable trigger one_default')
    expect(refused).toMatchObject({ code: '23505', constraint: 'user_addresses_one_default' })
  })

  it.each(['full_name', 'address_line1', 'city', 'postal_code'])(
    'an address with an empty %s is refused',
    async (column) => {
      expect(await refusal(ann.insert('user_addresses', { ...address, [column]: ' \t ' }))).toMatchObject({
        code: '23514',
      })
      expect(await refusal(ann.insert('user_addresses', { ...address, [column]: 'a\r\nb' }))).toMatchObject({
        code: '23514',
      })
    },
  )
})
