/** Features of storage-js that no other test covers. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { picture } from './testing/picture.ts'
import { callers, folder, openTestbed, type Testbed } from './testing/testbed.ts'

let bed: Testbed
beforeAll(async () => {
  bed = await openTestbed()
})
afterAll(() => bed.close())

it('storage-js throws errors with throwOnError() and sends custom headers', async () => {
  const letters = bed.as(callers.visitor).from('letters')
  expect((await letters.info('nothing')).error?.message).toBe('Object not found')
  await expect(letters.throwOnError().info('nothing')).rejects.toThrow('Object not found')
  const overwriting = bed.as(callers.alice).from('letters').setHeader('x-upsert', 'true')
  for (const text of ['first', 'second']) {
    const { token } =
      (await overwriting.createSignedUploadUrl(`${folder.alice}/header.txt`, { upsert: true })).data ?? {}
    const uploaded = await overwriting.uploadToSignedUrl(`${folder.alice}/header.txt`, token ?? '', text)
    expect(uploaded.error).toBeNull()
  }
})

it('storage-js reads an object whole, as a stream, as a transformed image and its metadata', async () => {
  const key = `${folder.alice}/p.png`
  const pictures = bed.as(callers.alice).from('pictures')
  const bytes = await picture('png', 80, 60)
  await pictures.upload(key, bytes, { contentType: 'image/png', cacheControl: '60', metadata: { of: 'a cake' } })
  expect((await pictures.info(key)).data).toMatchObject({
    name: key,
    bucketId: 'pictures',
    size: bytes.length,
    contentType: 'image/png',
    cacheControl: 'max-age=60',
    metadata: { of: 'a cake' },
  })
  await pictures.upload(`${folder.alice}/plain.png`, bytes)
  expect((await pictures.info(`${folder.alice}/plain.png`)).data?.metadata).toEqual({})
  expect((await pictures.download(key)).data?.size).toBe(bytes.length)
  const { data: stream } = await pictures.download(key).asStream()
  expect((await new Response(stream).arrayBuffer()).byteLength).toBe(bytes.length)
  const { data: small } = await pictures.download(key, { transform: { width: 32 } })
  expect([small?.type, (small?.size ?? 0) > 0]).toEqual(['image/png', true])
  const { publicUrl } = pictures.getPublicUrl(key, { download: 'cake.png', transform: { width: 32, height: 32 } }).data
  const shown = await bed.request(null, publicUrl.slice('http://localhost/storage/v1'.length))
  expect([shown.status, shown.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('filename="cake.png"'),
  ])
  const signed =
    (await pictures.createSignedUrl(key, 60, { transform: { width: 16 }, download: true })).data?.signedUrl ?? ''
  expect((await bed.request(null, signed.slice('http://localhost/storage/v1'.length))).status).toBe(200)
})

it('storage-js moves and copies an object to another bucket that allows it', async () => {
  const key = `${folder.alice}/over.png`
  const [pictures, letters] = [bed.as(callers.alice).from('pictures'), bed.as(callers.alice).from('letters')]
  await pictures.upload(key, await picture('png'), { contentType: 'image/png' })
  expect((await pictures.copy(key, key, { destinationBucket: 'letters' })).error).toBeNull()
  expect((await letters.exists(key)).data).toBe(true)
  await letters.remove([key])
  expect((await pictures.move(key, key, { destinationBucket: 'letters' })).error).toBeNull()
  expect([(await pictures.exists(key)).data, (await letters.exists(key)).data]).toEqual([false, true])
})
