/** Two server processes on one PostgreSQL and one data folder. One is killed under load. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { RealtimePostgresInsertPayload, SupabaseClient } from '@supabase/supabase-js'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, databases, dropDatabase, noSession, startServer, type TestServer } from '../harness.ts'
import { newUser, serviceUser, type TestUser } from './realtime-clients.ts'

const project = fileURLToPath(new URL('realtime-project', import.meta.url))
const pollOptions = { timeout: 20_000, interval: 20 }
const room = 1
const folder = 'two-processes'

describe.runIf(databases.includes('postgres'))('Two processes on one PostgreSQL', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tuckbox-two-'))
  let databaseUrl = ''
  let survivor: TestServer
  let victim: TestServer
  const start = (env = {}) =>
    startServer({ dataDir, env: { SUPABASE_DIR: project, DATABASE_URL: databaseUrl, ...env } })

  beforeAll(async () => {
    databaseUrl = await createDatabase({ project })
    survivor = await start()
    victim = await start()
  })
  afterAll(async () => {
    await survivor?.stop()
    await victim?.stop()
    await dropDatabase(databaseUrl)
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  })

  test('survive a SIGKILL of one: clients of the other notice nothing, and its own recover all changes by a refetch', {
    timeout: 60_000,
  }, async () => {
    const admin = serviceUser(survivor)
    const sql = (command: string) => done(admin.client.rpc('run_sql', { command }))
    const [ada, ben] = [await newUser(survivor), await newUser(victim)]
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
    // Signs in at the process that will be killed.
    const cat = at(victim)
    const { data: signedIn } = await cat.auth.signInWithPassword({
      email: 'cat@example.com',
      password: 'a long passphrase',
    })

    const adas = await subscribe(ada, 'Ada')
    const bens = await subscribe(ben, 'Ben')
    await expect
      .poll(() => [adas.present(), bens.present()], pollOptions)
      .toEqual([
        ['Ada', 'Ben'],
        ['Ada', 'Ben'],
      ])
    await ben.client.channel('room').send({ type: 'broadcast', event: 'message', payload: { by: 'Ben' } })
    await expect.poll(() => adas.messages, pollOptions).toEqual(['Ben'])

    const written: number[] = []
    const errors: unknown[] = []
    let isWriting = true
    const writeLoop = async (through: SupabaseClient, from: number, isVictim: boolean) => {
      for (let n = from; isWriting; n += 1) {
        try {
          await done(through.from('messages').insert({ id: n, room, body: `message ${n}` }))
          await done(through.storage.from(folder).upload(`${n}.txt`, `file ${n}`))
          written.push(n)
        } catch (error) {
          if (!isVictim) errors.push(error)
          return
        }
      }
    }
    const throughVictim = serviceUser(victim)
    const writers = [writeLoop(admin.client, 1_000, false), writeLoop(throughVictim.client, 100_000, true)]
    await expect
      .poll(() => [written.some((n) => n < 100_000), written.some((n) => n > 100_000)], pollOptions)
      .toEqual([true, true])
    await wait(1_000)
    await victim.stop('SIGKILL')
    await writers[1]
    const diedAtMs = Date.now()
    await wait(1_000)
    const missed = Math.max(...written.filter((n) => n < 100_000))
    victim = await start({ PORT: new URL(victim.url).port })
    await expect.poll(() => bens.joins(), pollOptions).toBe(2)
    await wait(500)
    isWriting = false
    await Promise.all(writers)

    // Clients of the survivor saw no error and received each change once.
    expect(errors).toEqual([])
    expect(missed).toBeGreaterThan(1_000)
    await expect
      .poll(() => [...adas.received].sort((a, b) => a - b), pollOptions)
      .toEqual(expect.arrayContaining([...written].sort((a, b) => a - b)))
    expect(new Set(adas.received).size).toBe(adas.received.length)
    expect(adas.joins()).toBe(1)
    // Ben's client refetched after it reconnected, so it has all changes.
    await expect.poll(() => written.filter((n) => !bens.known.has(n)), pollOptions).toEqual([])
    // The presences of the killed process have left, so Ben is present once.
    await expect.poll(() => adas.present(), pollOptions).toEqual(['Ada', 'Ben'])
    await ada.client.channel('room').send({ type: 'broadcast', event: 'message', payload: { by: 'Ada' } })
    await expect.poll(() => bens.messages, pollOptions).toContain('Ada')

    // Confirmed writes are complete through either process. An interrupted upload is complete or absent.
    const replacement = serviceUser(victim)
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

    // The survivor refreshes the session, and the replacement accepts the new token.
    const elsewhere = at(survivor)
    const { data: renewed, error } = await elsewhere.auth.refreshSession({
      refresh_token: signedIn.session?.refresh_token ?? '',
    })
    expect(error).toBeNull()
    expect((await cat.auth.getUser(renewed.session?.access_token)).data.user?.email).toBe('cat@example.com')

    // One tick a second before and after the kill, by either process.
    await expect
      .poll(async () => {
        const { data } = await admin.client
          .from('ticks')
          .select('at')
          .gt('at', new Date(diedAtMs + 1_000).toISOString())
        return data?.length ?? 0
      }, pollOptions)
      .toBeGreaterThan(1)
    const { data: ticks } = await admin.client.from('ticks').select('at')
    const seconds = ticks?.map(({ at }) => String(at).slice(0, 19)) ?? []
    expect(new Set(seconds).size).toBe(seconds.length)
    expect(victim.logs() + survivor.logs()).not.toContain('"level":50')
    await Promise.all([ada, ben, admin, throughVictim, replacement].map((one) => one.disconnect()))
  })
})

const at = ({ url, anonKey }: TestServer, key = anonKey) => createClient(url, key, noSession)

async function done(work: PromiseLike<{ error: { message: string } | null }>): Promise<void> {
  const { error } = await work
  if (error) throw new Error(error.message)
}

/** Subscribes like an app: receives changes, and refetches whenever the channel is joined. */
async function subscribe(user: TestUser, name: string) {
  const received: number[] = []
  const known = new Set<number>()
  const messages: unknown[] = []
  let joins = 0
  const channel = user.client.channel('room', { config: { presence: { key: name } } })
  channel
    .on(
      'postgres_changes',
      { event: 'INSERT', schema: 'public', table: 'messages', filter: `room=eq.${room}` },
      (change: RealtimePostgresInsertPayload<{ id: number }>) => {
        received.push(change.new.id)
        known.add(change.new.id)
      },
    )
    .on('broadcast', { event: 'message' }, ({ payload }) => messages.push(payload.by))
    .on('presence', { event: 'sync' }, () => {})
  const fetchAll = async () => {
    for (let from = 0; ; from += 100) {
      const { data } = await user.client
        .from('messages')
        .select('id')
        .eq('room', room)
        .order('id')
        .range(from, from + 99)
      for (const { id } of data ?? []) known.add(id)
      if ((data?.length ?? 0) < 100) return
    }
  }
  // The server sends this message when it listens. Later writes arrive as changes, earlier ones by the fetch.
  channel.on('system', {}, ({ extension, status }: { extension: string; status: string }) => {
    if (extension !== 'postgres_changes' || status !== 'ok') return
    joins += 1
    void fetchAll()
    void channel.track({ name })
  })
  channel.subscribe()
  await expect.poll(() => joins, pollOptions).toBe(1)
  return {
    received,
    known,
    messages,
    joins: () => joins,
    present: () =>
      Object.values(channel.presenceState<{ name: string }>())
        .flat()
        .map((there) => there.name)
        .sort(),
  }
}
