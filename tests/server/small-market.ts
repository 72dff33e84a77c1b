/** A small market with accounts, products and objects, and the commands that move and back up markets. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import WebSocket from 'ws'
import { jwtSecret, type RunningServer } from '../harness.ts'

const email = 'baker@example.com'
const password = 'proving-dough-at-dawn'

export interface Run {
  readonly code: number | null
  readonly output: string
}

export function startCommand(
  name: 'move' | 'backup' | 'restore' | 'keys',
  options: readonly string[],
  env: Record<string, string>,
): { child: ChildProcess; done: Promise<Run> } {
  const child = spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', `scripts/${name}.ts`, ...options], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)))
  return { child, done: once(child, 'close').then(() => ({ code: child.exitCode, output })) }
}

export const runCommand = (...command: Parameters<typeof startCommand>) => startCommand(...command).done

/** What names a server's market to the commands. */
export const environmentOf = ({
  dataDir,
  databaseUrl,
  url,
}: Pick<RunningServer, 'dataDir' | 'databaseUrl' | 'url'>) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl ?? '',
  PORT: new URL(url).port,
  JWT_SECRET: jwtSecret,
})

export const clientOf = ({ url, anonKey }: RunningServer, key = anonKey) =>
  createClient(url, key, { auth: { persistSession: false }, realtime: { transport: WebSocket as never } })

/** Adds a member with 120 pictures. */
export async function fillMarket(from: RunningServer): Promise<void> {
  const admin = clientOf(from, from.serviceKey)
  const { error } = await admin.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: { name: 'Bea' },
  })
  expect(error).toBeNull()
  const client = clientOf(from)
  const { data } = await client.auth.signInWithPassword({ email, password })
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  for (let n = 0; n < 120; n += 1) {
    const file = `${data.user?.id}/picture ${n}.png`
    const upload = await client.storage.from('profile_images').upload(file, png, { contentType: 'image/png' })
    expect(upload.error).toBeNull()
  }
}

/** That the member signs in, finds products of the sample catalogue, and owns the pictures. Deletes one of them. */
export async function expectWholeMarket(at: RunningServer): Promise<void> {
  const client = clientOf(at)
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  expect(data.user?.user_metadata.name).toBe('Bea')
  const found = await client.rpc('search_products', { q: 'cake' })
  expect(found.error).toBeNull()
  expect(found.data).toMatchObject({ total: expect.toSatisfy((total: number) => total > 0) })
  const list = await client.storage.from('profile_images').list(data.user?.id, { limit: 200 })
  expect(list.data).toHaveLength(120)
  // The owner's policy still lets the owner delete it.
  const removed = await client.storage.from('profile_images').remove([`${data.user?.id}/picture 7.png`])
  expect(removed.data).toHaveLength(1)
}
