import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callers, folder, openTestbed, type Testbed } from './testing/testbed.ts'

let bed: Testbed
beforeAll(async () => {
  bed = await openTestbed()
})
afterAll(() => bed.close())

describe('buckets', () => {
  it('can be created, read, updated, emptied and removed by service_role', async () => {
    const storage = bed.as(callers.service)
    const created = await storage.createBucket('cakes', {
      public: true,
      fileSizeLimit: '1.5MB',
      allowedMimeTypes: ['image/*'],
    })
    expect(created).toEqual({ data: { name: 'cakes' }, error: null })
    expect((await storage.getBucket('cakes')).data).toMatchObject({
      id: 'cakes',
      name: 'cakes',
      public: true,
      file_size_limit: 1_500_000,
      allowed_mime_types: ['image/*'],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
    expect((await storage.listBuckets()).data?.map(({ id }) => id)).toEqual(['cakes', 'letters', 'pictures'])

    expect((await storage.updateBucket('cakes', { public: false })).error).toBeNull()
    expect((await storage.getBucket('cakes')).data).toMatchObject({ public: false, file_size_limit: 1_500_000 })
    await storage.updateBucket('cakes', { public: false, fileSizeLimit: null, allowedMimeTypes: null })
    expect((await storage.getBucket('cakes')).data).toMatchObject({ file_size_limit: null, allowed_mime_types: null })

    await storage.from('cakes').upload('a/b.txt', 'x')
    expect((await storage.deleteBucket('cakes')).error).toMatchObject({
      statusCode: '409',
      message: 'The bucket you tried to delete is not empty',
    })
    expect((await storage.emptyBucket('cakes')).error).toBeNull()
    expect(await bed.blobs()).toEqual([])
    expect((await storage.deleteBucket('cakes')).error).toBeNull()
    expect((await storage.getBucket('cakes')).error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
  })

  it('have paths without a trailing slash, except their list', async () => {
    const answer = async (method: string, path: string) => (await bed.request(callers.service, path, { method })).json()
    const none = { statusCode: '404', message: expect.stringContaining('Route') }
    expect(await answer('GET', '/bucket/')).toHaveLength(2)
    expect(await answer('GET', '/bucket/letters')).toMatchObject({ id: 'letters' })
    expect(await answer('GET', '/bucket/letters/')).toMatchObject(none)
    expect(await answer('DELETE', '/bucket/letters/')).toMatchObject(none)
    expect(await answer('DELETE', '/object/letters/')).toMatchObject(none)
  })

  it('serve no file on the public route from the moment they become private', async () => {
    await bed.as(callers.alice).from('letters').upload(`${folder.alice}/a.txt`, 'x')
    await bed.as(callers.service).updateBucket('letters', { public: true })
    const path = `/object/public/letters/${folder.alice}/a.txt`
    expect((await bed.request(null, path)).status).toBe(200)
    await bed.as(callers.service).updateBucket('letters', { public: false })
    expect((await bed.request(null, path)).status).toBe(400)
  })

  it.each([
    ['visitors', callers.visitor],
    ['members', callers.alice],
  ])('cannot be managed by %s', async (_who, who) => {
    const storage = bed.as(who)
    expect((await storage.createBucket('mine')).error).toMatchObject({ statusCode: '403' })
    expect((await storage.listBuckets()).data).toEqual([])
    const refusals = [
      await storage.getBucket('pictures'),
      await storage.updateBucket('pictures', { public: true }),
      await storage.emptyBucket('pictures'),
      await storage.deleteBucket('pictures'),
    ]
    for (const { error } of refusals) expect(error).toMatchObject({ statusCode: '404' })
  })

  it('are listed only for callers with a token', async () => {
    const response = await bed.request(null, '/bucket')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      statusCode: '403',
      error: 'Unauthorized',
      message: 'Invalid Compact JWS',
    })
  })

  it('have unique names', async () => {
    expect((await bed.as(callers.service).createBucket('pictures')).error).toMatchObject({
      statusCode: '409',
      message: 'The resource already exists',
    })
  })

  it('are listed in pages, sorted and searched', async () => {
    const storage = bed.as(callers.service)
    const ids = async (options: Parameters<typeof storage.listBuckets>[0]) =>
      (await storage.listBuckets(options)).data?.map(({ id }) => id)
    expect(await ids({ sortColumn: 'name', sortOrder: 'desc', limit: 1 })).toEqual(['pictures'])
    expect(await ids({ offset: 1, limit: 1 })).toEqual(['pictures'])
    expect(await ids({ search: 'LETT' })).toEqual(['letters'])
  })
})

describe('malformed requests', () => {
  const send = (method: string, path: string, body?: string) =>
    bed.request(callers.service, path, { method, ...(body === undefined ? {} : { body }) })

  it.each<[method: string, path: string, body?: string]>([
    ['POST', '/bucket', '{'],
    ['POST', '/bucket', '[]'],
    ['POST', '/bucket', '{}'],
    ['POST', '/bucket', '{"name":"a/b"}'],
    ['POST', '/bucket', '{"name":"a\\u0000b"}'],
    ['POST', '/bucket', '{"name":"x","file_size_limit":"lots"}'],
    ['POST', '/bucket', '{"name":"x","file_size_limit":-1}'],
    ['POST', '/bucket', '{"name":"x","allowed_mime_types":["nonsense"]}'],
    ['POST', '/bucket', '{"name":"x","public":"yes"}'],
    ['POST', '/bucket', `{"name":"${'x'.repeat(2_000_000)}"}`],
    ['PUT', '/bucket/pictures', '{"file_size_limit":"99999999999999GB"}'],
    ['GET', '/bucket?limit=-1'],
    ['GET', '/bucket?sortColumn=owner;drop'],
    ['GET', '/bucket/%00'],
    ['GET', '/bucket/%ff'],
    ['DELETE', '/object/pictures', '{"prefixes":"all"}'],
    ['DELETE', '/object/pictures', '{"prefixes":[]}'],
    ['DELETE', '/object/pictures'],
    ['POST', '/object/list/pictures', '{"limit":"ten"}'],
    ['POST', '/object/list/pictures', '{"sortBy":{"column":"metadata"}}'],
    ['POST', '/object/list/pictures', '{"prefix":"a\\u0000"}'],
    ['POST', '/object/sign/pictures/a', '{}'],
    ['POST', '/object/sign/pictures', '{"expiresIn":0,"paths":["a"]}'],
    ['POST', '/object/move', '{"bucketId":"pictures","sourceKey":"a","destinationKey":"../b"}'],
    ['POST', '/object/copy', 'null'],
    ['GET', '/object/sign/pictures/a'],
    ['GET', '/object/sign/pictures/a?token=nonsense'],
    ['PUT', '/object/upload/sign/pictures/a?token=nonsense', 'x'],
    ['POST', '/object/pictures/a%5Cb', 'x'],
    ['POST', '/object/pictures/a%2F..%2Fb', 'x'],
    ['POST', '/object/pictures/a//b', 'x'],
    ['POST', '/object/pictures/a%00b', 'x'],
    ['POST', '/object/pictures/%E0%A4%A', 'x'],
    ['GET', '/object/public/pictures/..%2F..%2F..%2Fetc%2Fpasswd'],
    ['GET', '/render/image/public/pictures/%2e%2e%2fsecret?width=64'],
    ['GET', '/'],
    ['GET', ''],
    ['GET', '/object/'],
    ['PATCH', '/object/pictures/a'],
    ['POST', '/nonsense'],
  ])('%s %s is refused with 400 and a reason', async (method, path, body) => {
    const response = await send(method, path, body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      statusCode: expect.stringMatching(/^4\d\d$/),
      error: expect.stringMatching(/./),
      message: expect.stringMatching(/./),
    })
  })
})
