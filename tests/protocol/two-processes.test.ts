/** Two server processes on one PostgreSQL and one data folder; one is killed in the middle of everything. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { RealtimePostgresInsertPayload, SupabaseClient } from '@supabase/supabase-js'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, databases, dropDatabase, startServer, type TestServer } from '../harness.ts'
import { type Person, person, service } from './people.ts'

const project = fileURLToPath(new URL('realtime-project', import.meta.url))
const patient = { timeout: 20_000, interval: 20 }
const room = 1
const folder = 'two-processes'

describe.runIf(databases.includes('postgres'))('two processes on one PostgreSQL', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tuckbox-two-'))
  let databaseUrl = ''
  let survivor: TestServer
  let mortal: TestServer
  const start = (env = {}) =>
    startServer({ dataDir, env: { SUPABASE_DIR: project, DATABASE_URL: databaseUrl, ...env } })

  beforeAll(async () => {
    databaseUrl = await createDatabase({ project })
    survivor = await start()
    mortal = await start()
  })
  afterAll(async () => {
    await survivor?.stop()
    await mortal?.stop()
    await dropDatabase(databaseUrl)
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  })

  test('one is killed in the middle: the other’s clients notice nothing, its own come back and miss nothing once they have fetched', {
    timeout: 60_000,
  }, async () => {
    const admin = service(survivor)
    const sql = (command: string) => done(admin.client.rpc('run_sql', { command }))
    const [ada, ben] = [await person(survivor), await person(mortal)]
    await done(admin.client.from('room_members').insert([ada, ben].map(({ id }) => ({ room, person: id }))))
    await done(admin.client.storage.createBucket(folder))
    await done(
      at(survivor, survivor.serviceKey).auth.admin.createUser({
        email: 'cat@example.com',
        password: 'a long passphrase',
        email_confirm: true,
      }),
    )
    await sql(`create table public.ticks (at timestamptz not null default clock_timestamp());
      select cron.schedule('tick', '1 second', 'insert into public.ticks default values')`)
    // Signed in at the one that will die.
    const cat = at(mortal)
    const { data: signedIn } = await cat.auth.signInWithPassword({
      email: 'cat@example.com',
      password: 'a long passphrase',
    })

    const adas = await listener(ada, 'Ada')
    const bens = await listener(ben, 'Ben')
    await expect
      .poll(() => [adas.present(), bens.present()], patient)
      .toEqual([
        ['Ada', 'Ben'],
        ['Ada', 'Ben'],
      ])
    await ben.client.channel('room').send({ type: 'broadcast', event: 'said', payload: { by: 'Ben' } })
    await expect.poll(() => adas.said, patient).toEqual(['Ben'])

    const written: number[] = []
    const faults: unknown[] = []
    let goesOn = true
    const work = async (through: SupabaseClient, from: number, isMortal: boolean) => {
      for (let n = from; goesOn; n += 1) {
        try {
          await done(through.from('messages').insert({ id: n, room, body: `message ${n}` }))
          await done(through.storage.from(folder).upload(`${n}.txt`, `file ${n}`))
          written.push(n)
        } catch (error) {
          if (!isMortal) faults.push(error)
          return
        }
      }
    }
    const throughMortal = service(mortal)
    const works = [work(admin.client, 1_000, false), work(throughMortal.client, 100_000, true)]
    await expect
      .poll(() => [written.some((n) => n < 100_000), written.some((n) => n > 100_000)], patient)
      .toEqual([true, true])
    await wait(1_000)
    await mortal.stop('SIGKILL')
    await works[1]
    const diedAtMs = Date.now()
    await wait(1_000)
    const missed = Math.max(...written.filter((n) => n < 100_000))
    mortal = await start({ PORT: new URL(mortal.url).port })
    await expect.poll(() => bens.joins(), patient).toBe(2)
    await wait(500)
    goesOn = false
    await Promise.all(works)

    // Nobody at the survivor saw a fault, and each change came once.
    expect(faults).toEqual([])
    expect(missed).toBeGreaterThan(1_000)
    await expect
      .poll(() => [...adas.heard].sort((a, b) => a - b), patient)
      .toEqual(expect.arrayContaining([...written].sort((a, b) => a - b)))
    expect(new Set(adas.heard).size).toBe(adas.heard.length)
    expect(adas.joins()).toBe(1)
    // Ben fetched when he was back; with that he has all.
    await expect.poll(() => written.filter((n) => !bens.known.has(n)), patient).toEqual([])
    // Ben is there once: whoever was there by the dead one's word has left.
    await expect.poll(() => adas.present(), patient).toEqual(['Ada', 'Ben'])
    await ada.client.channel('room').send({ type: 'broadcast', event: 'said', payload: { by: 'Ada' } })
    await expect.poll(() => bens.said, patient).toContain('Ada')

    // What was answered for is there, whole, through either; what was cut off is there whole or not at all.
    const replacement = service(mortal)
    const { data: rows } = await replacement.client
      .from('messages')
      .select('id')
      .order('id', { ascending: false })
      .limit(5)
    expect(rows?.[0]?.id).toBeGreaterThan(100_000)
    for (const n of [written[0], written.findLast((each) => each > 100_000), written.at(-1)]) {
      const { data } = await replacement.client.storage.from(folder).download(`${n}.txt`)
      expect(await data?.text()).toBe(`file ${n}`)
    }
    const last = (written.findLast((each) => each > 100_000) ?? 0) + 1
    const { data: cut } = await admin.client.storage.from(folder).download(`${last}.txt`)
    expect([undefined, `file ${last}`]).toContain(await cut?.text())

    // The session goes on at the other, and the token that it gives is good at the replacement.
    const elsewhere = at(survivor)
    const { data: renewed, error } = await elsewhere.auth.refreshSession({
      refresh_token: signedIn.session?.refresh_token ?? '',
    })
    expect(error).toBeNull()
    expect((await cat.auth.getUser(renewed.session?.access_token)).data.user?.email).toBe('cat@example.com')

    // One tick a second, whoever took it, before and after.
    await expect
      .poll(async () => {
        const { data } = await admin.client
          .from('ticks')
          .select('at')
          .gt('at', new Date(diedAtMs + 1_000).toISOString())
        return data?.length ?? 0
      }, patient)
      .toBeGreaterThan(1)
    const { data: ticks } = await admin.client.from('ticks').select('at')
    const seconds = ticks?.map(({ at }) => String(at).slice(0, 19)) ?? []
    expect(new Set(seconds).size).toBe(seconds.length)
    expect(mortal.logs() + survivor.logs()).not.toContain('"level":50')
    await Promise.all([ada, ben, admin, throughMortal, replacement].map((one) => one.leave()))
  })
})

const at = ({ url, anonKey }: TestServer, key = anonKey) =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })

async function done(work: PromiseLike<{ error: { message: string } | null }>): Promise<void> {
  const { error } = await work
  if (error) throw new Error(error.message)
}

/** Someone in the room as an app has it: hears changes, and fetches whenever the channel is joined. */
async function listener(one: Person, name: string) {
  const heard: number[] = []
  const known = new Set<number>()
  const said: unknown[] = []
  let joins = 0
  const channel = one.client.channel('room', { config: { presence: { key: name } } })
  channel
    .on(
      'postgres_changes',
      { event: 'INSERT', schema: 'public', table: 'messages', filter: `room=eq.${room}` },
      (change: RealtimePostgresInsertPayload<{ id: number }>) => {
        heard.push(change.new.id)
        known.add(change.new.id)
      },
    )
    .on('broadcast', { event: 'said' }, ({ payload }) => said.push(payload.by))
    .on('presence', { event: 'sync' }, () => {})
  const fetchAll = async () => {
    for (let from = 0; ; from += 100) {
      const { data } = await one.client
        .from('messages')
        .select('id')
        .eq('room', room)
        .order('id')
        .range(from, from + 99)
      for (const { id } of data ?? []) known.add(id)
      if ((data?.length ?? 0) < 100) return
    }
  }
  // Told once the server listens: what is written from then on is heard, what was written before is fetched.
  channel.on('system', {}, ({ extension, status }: { extension: string; status: string }) => {
    if (extension !== 'postgres_changes' || status !== 'ok') return
    joins += 1
    void fetchAll()
    void channel.track({ name })
  })
  channel.subscribe()
  await expect.poll(() => joins, patient).toBe(1)
  return {
    heard,
    known,
    said,
    joins: () => joins,
    present: () =>
      Object.values(channel.presenceState<{ name: string }>())
        .flat()
        .map((there) => there.name)
        .sort(),
  }
}
