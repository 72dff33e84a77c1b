/** A server of a small project that is killed while clients write to it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { vi } from 'vitest'
import { createDatabase, type DatabaseKind, dropDatabase, noSession, startServer, type TestServer } from '../harness.ts'
import { notesProject } from './notes-project.ts'

const serviceClient = ({ url, serviceKey }: TestServer) => createClient(url, serviceKey, noSession)

/** Kills a server under load so many times. @returns the confirmed writes that it has lost after its last start */
export async function lostWrites(database: DatabaseKind, kills: number): Promise<string[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tuckbox-killed-'))
  const databaseUrl = database === 'postgres' ? await createDatabase({ project: notesProject }) : undefined
  const start = () => startServer({ dataDir, databaseUrl, env: { SUPABASE_DIR: notesProject } })
  const confirmed: string[] = []
  for (let round = 0; round < kills; round += 1) {
    const server = await start()
    const client = serviceClient(server)
    let isUp = true
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; isUp; n += 1) {
        const body = `${round}-${writer}-${n}`
        const { error } = await client.from('notes').insert({ body })
        if (!error) confirmed.push(body)
        else if (isUp) throw new Error(`a write failed: ${error.message}`)
      }
    })
    const goal = confirmed.length + 100
    await vi.waitUntil(() => confirmed.length >= goal, { timeout: 30_000, interval: 5 })
    isUp = false
    await server.stop('SIGKILL')
    await Promise.all(writers)
  }
  const server = await start()
  const kept = await bodiesOf(server)
  await server.stop()
  if (databaseUrl) await dropDatabase(databaseUrl)
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  return confirmed.filter((body) => !kept.has(body))
}

async function bodiesOf(server: TestServer): Promise<Set<string>> {
  const bodies = new Set<string>()
  for (let from = 0; ; from += 50) {
    const { data } = await serviceClient(server)
      .from('notes')
      .select('body')
      .order('id')
      .range(from, from + 49)
    for (const { body } of data ?? []) bodies.add(body)
    if (!data || data.length < 50) return bodies
  }
}
