/** Pictures given by URL, fetched over HTTP from a server on this machine, which only the test's network allows. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importPictures } from '../../supabase/functions/_shared/import-pictures.ts'
import { databases, startServer, type TestServer } from '../harness.ts'
import { type Client, type Member, newMember, serviceOf, unwrap } from '../payments/market-fixtures.ts'

const network = { resolve: async () => ['127.0.0.1'], isAllowed: (address: string) => address === '127.0.0.1' }

describe.each(databases)('picture imports of a server on %s', (database) => {
  let server: TestServer
  let service: Client
  let png: Buffer
  let requests: string[] = []
  /** How the picture server responds. */
  let respond: (response: ServerResponse) => void
  const pictures = createServer((request, response) => {
    requests.push(request.url ?? '')
    respond(response)
  })
  beforeAll(async () => {
    png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a34' } })
      .png()
      .toBuffer()
    pictures.listen(0, '127.0.0.1')
    await once(pictures, 'listening')
    server = await startServer({ database })
    service = serviceOf(server)
  })
  afterAll(async () => {
    pictures.closeAllConnections()
    pictures.close()
    await server?.stop()
  })
  beforeEach(() => {
    requests = []
    respond = (response) => response.end(png)
  })

  /** Enqueues without a product, so that the server's own function, which reaches public addresses only, is not called. */
  const enqueue = async ({ id }: Member, path: string) => {
    const address = `http://pictures.test:${(pictures.address() as AddressInfo).port}${path}`
    const row = { owner_id: id, subject: 'product', subject_id: randomUUID(), address }
    unwrap(await service.from('picture_imports').insert(row).select('id'))
  }
  const run = () => importPictures(service, { supabaseUrl: server.url, siteUrl: server.url }, network)
  const waiting = async () => unwrap(await service.from('picture_imports').select('address, last_error'))
  const filesOf = async ({ id }: Member) =>
    unwrap(await service.storage.from('product_images').list(id)).map(({ name }) => name)

  it('a copy that nothing names when it arrives is deleted', async () => {
    const seller = await newMember(server, 'Seller')
    await enqueue(seller, '/late.png')
    await run()
    expect([requests, await waiting(), await filesOf(seller)]).toEqual([['/late.png'], [], []])
  })

  it('a server that does not answer delays no other seller, and each picture is imported', async () => {
    const [silent, busy] = [await newMember(server, 'Silent'), await newMember(server, 'Busy')]
    await enqueue(silent, '/silent.png')
    for (const path of ['/1.png', '/2.png', '/3.png']) await enqueue(busy, path)
    const held: ServerResponse[] = []
    respond = (response) => {
      // The silent one answers once all pictures of the other were fetched.
      if (requests.at(-1) === '/silent.png') held.push(response)
      else response.end(png)
      if (requests.length === 4) for (const each of held) each.end(png)
    }
    await run()
    expect(requests.toSorted()).toEqual(['/1.png', '/2.png', '/3.png', '/silent.png'])
    expect(await waiting()).toEqual([])
  })

  it.runIf(database === 'postgres')('a member with 20,000 files imports no further one, and is told why', async () => {
    const hoarder = await newMember(server, 'Hoarder')
    const client = new pg.Client({ connectionString: server.databaseUrl })
    await client.connect()
    const fill = `insert into storage.objects (bucket_id, name) select 'chat_pictures', $1 || '/' || n from generate_series(1, 20000) n`
    await client.query(fill, [hoarder.id])
    await client.end()
    await enqueue(hoarder, '/more.png')
    await run()
    expect([requests, await waiting(), await filesOf(hoarder)]).toEqual([[], [], []])
    const told = unwrap(await hoarder.client.from('notifications').select('title, message'))
    expect(told).toEqual([
      {
        title: 'A picture could not be imported',
        message: expect.stringMatching(/^You have as many files as one account can keep\. /),
      },
    ])
  })
})
