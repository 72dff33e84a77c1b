/** The server with its objects in S3: it behaves as with a local folder, and stores no objects itself. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openS3Server, type S3Server } from '#backend/storage/testing/s3-server'
import { createDatabase, databases, dropDatabase, startServer, type TestServer } from '../harness.ts'

// supabase-js needs a WebSocket to start, and Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket)

const dataDir = mkdtempSync(path.join(tmpdir(), 'tuckbox-on-s3-'))
let s3: S3Server
let databaseUrl: string | undefined
/** Restarted by the first test. */
let server: TestServer
beforeAll(async () => {
  s3 = await openS3Server()
  databaseUrl = databases[0] === 'postgres' ? await createDatabase() : undefined
  server = await start()
})
afterAll(async () => {
  await server.stop()
  await s3.close()
  if (databaseUrl) await dropDatabase(databaseUrl)
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

const start = () => {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3.settings
  const env = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  return startServer({ dataDir, databaseUrl, env })
}
const storageOf = ({ url, serviceKey }: TestServer) => createClient(url, serviceKey).storage
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

it('Storage on S3 uploads, serves, renders, signs, moves, copies and removes objects, and needs no local files', async () => {
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#a34' } })
    .jpeg()
    .toBuffer()
  const first = server
  await storageOf(first).createBucket('shown', { public: true })
  await storageOf(first).createBucket('kept')
  const shown = storageOf(first).from('shown')
  const kept = storageOf(first).from('kept')
  expect((await shown.upload('a/cake.jpg', bytes, { contentType: 'image/jpeg' })).error).toBeNull()
  expect((await kept.upload('note.txt', new File(['hello'], 'note.txt', { type: 'text/plain' }))).error).toBeNull()

  const url = shown.getPublicUrl('a/cake.jpg').data.publicUrl
  const part = await fetch(url, { headers: { range: 'bytes=2-5' } })
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(2, 6))
  expect((await fetch(url, { headers: { 'if-none-match': part.headers.get('etag') ?? '' } })).status).toBe(304)
  const small = shown.getPublicUrl('a/cake.jpg', { transform: { width: 256 } }).data.publicUrl
  for (let times = 0; times < 2; times += 1)
    expect(await sharp(await (await fetch(small)).arrayBuffer()).metadata()).toMatchObject({ width: 256 })

  expect((await fetch(kept.getPublicUrl('note.txt').data.publicUrl)).status).toBe(400)
  const signed = (await kept.createSignedUrl('note.txt', 60)).data?.signedUrl ?? ''
  expect(await (await fetch(signed)).text()).toBe('hello')
  const { data: slot } = await kept.createSignedUploadUrl('later.txt')
  expect((await kept.uploadToSignedUrl('later.txt', slot?.token ?? '', new Blob(['later']))).error).toBeNull()

  expect((await shown.copy('a/cake.jpg', 'b/cake.jpg')).error).toBeNull()
  expect((await shown.move('b/cake.jpg', 'c/cake.jpg')).error).toBeNull()
  expect((await kept.remove(['note.txt'])).error).toBeNull()
  await first.stop()
  // Local files are only a cache.
  for (const folder of ['storage', 'cache']) rmSync(path.join(dataDir, folder), { recursive: true, force: true })

  const second = await start()
  server = second
  const download = async (bucket: string, name: string) => {
    const { data } = await storageOf(second).from(bucket).download(name)
    return data && Buffer.from(await data.arrayBuffer())
  }
  expect((await download('shown', 'a/cake.jpg'))?.equals(bytes)).toBe(true)
  expect((await download('shown', 'c/cake.jpg'))?.equals(bytes)).toBe(true)
  expect(String(await download('kept', 'later.txt'))).toBe('later')
  expect(await download('shown', 'b/cake.jpg')).toBeNull()
  expect(await download('kept', 'note.txt')).toBeNull()
  expect((await storageOf(second).from('shown').list('')).data?.map(({ name }) => name)).toEqual(['a', 'c'])
  await storageOf(second).emptyBucket('shown')
  expect(second.logs()).not.toContain('"level":50')
  // Removed objects leave no file.
  const left = () => filesBelow(s3.directory).filter(({ name }) => name.endsWith('_object')).length
  await expect.poll(left, { timeout: 15_000 }).toBe(1)
}, 90_000)

it('An upload while S3 is unavailable is refused with 503 and changes nothing, and succeeds afterwards', async () => {
  await storageOf(server).createBucket('steady')
  const steady = storageOf(server).from('steady')
  const text = async () => (await steady.download('note.txt')).data?.text()
  const replace = (body: string) => steady.upload('note.txt', new Blob([body]), { upsert: true })
  expect((await replace('first')).error).toBeNull()
  // Four attempts to store it, and four to remove what may have been stored.
  s3.refuse(8)
  expect((await replace('second')).error).toMatchObject({ status: 503 })
  expect(await text()).toBe('first')
  expect((await replace('third')).error).toBeNull()
  expect(await text()).toBe('third')
}, 60_000)
