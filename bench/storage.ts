/**
 * Serving a public object and a cached rendition of it, against a bare node:http server that streams the same file. The pictures are
 * as small as on product cards.
 */
import { fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { WebSocket } from 'ws'
import { startServer } from '../tests/harness.ts'
import { requestsPerSecond } from './load.ts'
import { median } from './traffic/statistics.ts'

const goal = 0.5
const rounds = 3
const seconds = 3

export async function storage(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tuckbox-bench-'))
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const bytes = await sharp({ create: { width: 480, height: 480, channels: 3, background: '#a86', noise } })
    .jpeg({ quality: 70 })
    .toBuffer()
  const bare = await bareFileServer(path.join(folder, 'picture.jpg'), bytes)
  const server = await startServer({ env: { LOG_LEVEL: 'warn' } })
  const admin = createClient(server.url, server.serviceKey, { realtime: { transport: WebSocket as never } }).storage
  await admin.createBucket('bench', { public: true })
  await admin.from('bench').upload('picture.jpg', bytes, { contentType: 'image/jpeg' })
  const original = `${server.url}/storage/v1/object/public/bench/picture.jpg`
  const resized = `${server.url}/storage/v1/render/image/public/bench/picture.jpg?width=320`
  await (await fetch(resized)).arrayBuffer()

  const found = { bare: [] as number[], original: [] as number[], resized: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    found.bare.push(await requestsPerSecond({ url: bare.url, seconds }))
    found.original.push(await requestsPerSecond({ url: original, seconds }))
    found.resized.push(await requestsPerSecond({ url: resized, seconds }))
  }
  const raw = median(found.bare)
  console.log(`a picture of ${Math.round(bytes.length / 1024)} kB, 16 connections, medians of ${rounds} runs`)
  console.log(`bare node:http file server   ${raw}/s`)
  for (const [name, rates] of [
    ['public object', found.original],
    ['cached rendition', found.resized],
  ] as const) {
    const ratio = median(rates) / raw
    console.log(
      `${name.padEnd(28)} ${median(rates)}/s, ${ratio.toFixed(2)} of that (goal ${goal}) ${ratio >= goal ? 'reached' : 'MISSED'}`,
    )
  }
  await server.stop()
  bare.close()
  await rm(folder, { recursive: true })
}

async function bareFileServer(file: string, bytes: Buffer): Promise<{ url: string; close(): void }> {
  await writeFile(file, bytes)
  const child = fork(new URL('./raw-file-server.mjs', import.meta.url), [file], { execArgv: [] })
  const port = await new Promise<unknown>((resolve) => child.once('message', resolve))
  return { url: `http://127.0.0.1:${port}/`, close: () => child.disconnect() }
}
