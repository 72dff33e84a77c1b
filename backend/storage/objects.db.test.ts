import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { picture } from './testing/picture.ts'
import { callers, folder, openTestbed, type Testbed } from './testing/testbed.ts'

let bed: Testbed
let jpeg: Uint8Array<ArrayBuffer>
let png: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  bed = await openTestbed()
  jpeg = await picture('jpeg')
  png = await picture('png')
})
afterAll(() => bed.close())
beforeEach(() => bed.clear())

const path = `${folder.alice}/cake.jpg`
const image = { contentType: 'image/jpeg' }
const bytesOf = async (blob: Blob | Response) => new Uint8Array(await blob.arrayBuffer())

describe('uploading with storage-js', () => {
  it('stores bytes and returns the id and the full path', async () => {
    const { data, error } = await bed.as(callers.alice).from('pictures').upload(path, jpeg, image)
    expect(error).toBeNull()
    expect(data).toMatchObject({ path, fullPath: `pictures/${path}`, id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    const info = await bed.as(callers.alice).from('pictures').info(path)
    expect(info.data).toMatchObject({ id: data?.id, name: path, size: jpeg.length, contentType: 'image/jpeg' })
  })

  it('stores a File sent as a form, with its own type, cache time and metadata', async () => {
    const file = new File([png], 'cake.png', { type: 'image/png' })
    const options = { cacheControl: '77', metadata: { alt: 'Törtchen' } }
    const { error } = await bed.as(callers.alice).from('pictures').upload(path, file, options)
    expect(error).toBeNull()
    const { data } = await bed.as(callers.alice).from('pictures').info(path)
    expect(data).toMatchObject({ contentType: 'image/png', cacheControl: 'max-age=77', metadata: { alt: 'Törtchen' } })
    expect(await bytesOf(await bed.request(null, `/object/public/pictures/${path}`))).toEqual(png)
  })

  it('reads the fields of a form that come after its file', async () => {
    const form = new FormData()
    form.append('file', new File([png], 'x.png', { type: 'image/png' }))
    await bed
      .as(callers.alice)
      .from('letters')
      .upload(path, form, { cacheControl: '99', metadata: { a: 1 } })
    const { data } = await bed.as(callers.alice).from('letters').info(path)
    expect(data).toMatchObject({ cacheControl: 'max-age=99', metadata: { a: 1 }, size: png.length })
  })

  it('accepts metadata in a header with raw bytes', async () => {
    await bed
      .as(callers.alice)
      .from('letters')
      .upload(path, jpeg, { ...image, metadata: { süß: true } })
    const { data } = await bed.as(callers.alice).from('letters').info(path)
    expect(data?.metadata).toEqual({ süß: true })
  })

  it('stores a stream', async () => {
    const stream = new Blob([jpeg]).stream()
    const { error } = await bed.as(callers.alice).from('letters').upload(path, stream, image)
    expect(error).toBeNull()
    const { data } = await bed.as(callers.alice).from('letters').download(path)
    expect(data && (await bytesOf(data))).toEqual(jpeg)
  })

  it('refuses a second object at the same path with 409 and keeps the first', async () => {
    const files = bed.as(callers.alice).from('pictures')
    await files.upload(path, jpeg, image)
    const { error } = await files.upload(path, png, { contentType: 'image/png' })
    expect(error).toMatchObject({ name: 'StorageApiError', statusCode: '409', message: 'The resource already exists' })
    expect(await bytesOf(await bed.request(null, `/object/public/pictures/${path}`))).toEqual(jpeg)
    expect(await bed.blobs()).toHaveLength(1)
  })

  it('overwrites with upsert, keeps the id and deletes the old bytes', async () => {
    const files = bed.as(callers.alice).from('pictures')
    const first = await files.upload(path, jpeg, image)
    const second = await files.upload(path, png, { contentType: 'image/png', upsert: true })
    expect(second.data?.id).toBe(first.data?.id)
    expect(await bytesOf(await bed.request(null, `/object/public/pictures/${path}`))).toEqual(png)
    expect(await bed.blobs()).toHaveLength(1)
  })

  it('updates an existing object and returns 404 for a missing one', async () => {
    const files = bed.as(callers.alice).from('pictures')
    expect((await files.update(path, jpeg, image)).error).toMatchObject({ statusCode: '404' })
    await files.upload(path, jpeg, image)
    expect((await files.update(path, png, { contentType: 'image/png' })).error).toBeNull()
    expect((await files.info(path)).data?.contentType).toBe('image/png')
  })

  it('returns 404 for a missing bucket', async () => {
    const { error } = await bed.as(callers.alice).from('nowhere').upload(path, jpeg, image)
    expect(error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
  })
})

describe('write access', () => {
  it.each([
    ['a visitor', callers.visitor],
    ['another member', callers.bob],
  ])('is refused for %s with 403, without reading or storing a byte', async (_who, who) => {
    let wasRead = false
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          wasRead = true
          controller.enqueue(jpeg)
        },
      },
      { highWaterMark: 0 },
    )
    for (const upsert of ['true', 'false']) {
      const headers = { 'content-type': 'image/jpeg', 'x-upsert': upsert }
      const init = { method: 'POST', body, headers, duplex: 'half' }
      const response = await bed.request(who, `/object/pictures/${path}`, init)
      expect(await response.json()).toMatchObject({
        statusCode: '403',
        error: 'Unauthorized',
        message: 'new row violates row-level security policy',
      })
    }
    expect(wasRead).toBe(false)
    expect(await bed.blobs()).toEqual([])
  })

  it('does not let a member overwrite, update, move or remove another member’s object', async () => {
    await bed.as(callers.alice).from('pictures').upload(path, jpeg, image)
    const files = bed.as(callers.bob).from('pictures')
    expect((await files.upload(path, png, { contentType: 'image/png', upsert: true })).error).not.toBeNull()
    expect((await files.update(path, png, { contentType: 'image/png' })).error).toMatchObject({ statusCode: '404' })
    expect((await files.move(path, `${folder.bob}/mine.jpg`)).error).toMatchObject({ statusCode: '404' })
    expect((await files.remove([path])).data).toEqual([])
    const single = await bed.request(callers.bob, `/object/pictures/${path}`, { method: 'DELETE' })
    expect(await single.json()).toMatchObject({ statusCode: '404' })
    expect(await bytesOf(await bed.request(null, `/object/public/pictures/${path}`))).toEqual(jpeg)
  })

  it('records the token’s subject as the owner', async () => {
    await bed.as(callers.alice).from('pictures').upload(path, jpeg, image)
    const { rows } = await bed.database.run({ text: 'select owner, owner_id from storage.objects', values: [] })
    expect(rows).toEqual([[folder.alice, folder.alice]])
  })

  it('is checked again after the bytes have arrived', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(jpeg.subarray(0, 100))
        await gate
        controller.enqueue(jpeg.subarray(100))
        controller.close()
      },
    })
    const headers = { 'content-type': 'image/jpeg' }
    const init = { method: 'POST', body, headers, duplex: 'half' }
    const response = bed.request(callers.alice, `/object/letters/${path}`, init)
    await bed.database.script(
      `create policy "not now" on storage.objects as restrictive for insert to authenticated with check (false)`,
    )
    open()
    expect(await (await response).json()).toMatchObject({ statusCode: '403' })
    await bed.database.script('drop policy "not now" on storage.objects')
    expect(await bed.blobs()).toEqual([])
  })
})

describe('read access', () => {
  beforeEach(async () => {
    for (const bucket of ['pictures', 'letters']) await bed.as(callers.alice).from(bucket).upload(path, jpeg, image)
  })

  it('is open for public objects, with or without a key', async () => {
    for (const who of [null, callers.visitor, callers.bob]) {
      for (const route of ['object/public', 'object', 'object/authenticated']) {
        expect((await bed.request(who, `/${route}/pictures/${path}`)).status).toBe(200)
      }
    }
  })

  it('to private objects follows the policies', async () => {
    const { data } = await bed.as(callers.alice).from('letters').download(path)
    expect(data && (await bytesOf(data))).toEqual(jpeg)
    expect((await bed.as(callers.service).from('letters').download(path)).error).toBeNull()
  })

  it('is refused to others with the same error as for a missing object', async () => {
    for (const who of [callers.bob, callers.visitor]) {
      const files = bed.as(who).from('letters')
      expect((await files.download(path)).error).toMatchObject({ statusCode: '404', message: 'Object not found' })
      expect((await files.info(path)).error).toMatchObject({ statusCode: '404' })
      expect((await files.exists(path)).data).toBe(false)
      expect((await files.createSignedUrl(path, 60)).error).toMatchObject({ statusCode: '404' })
      expect((await files.list(folder.alice)).data).toEqual([])
    }
    expect(await (await bed.request(null, `/object/letters/${path}`)).json()).toMatchObject({ statusCode: '403' })
  })

  it('on the public route is refused for a private bucket with the same error as for a missing one', async () => {
    const hidden = await bed.request(null, `/object/public/letters/${path}`)
    const missing = await bed.request(null, `/object/public/nowhere/${path}`)
    expect(hidden.status).toBe(400)
    expect(await hidden.json()).toEqual(await missing.json())
  })

  it('returns the responses that exists() of storage-js expects', async () => {
    const files = bed.as(callers.alice).from('letters')
    expect((await files.exists(path)).data).toBe(true)
    expect((await files.exists(`${path}.bak`)).data).toBe(false)
  })
})

describe('removing', () => {
  it('removes several objects, returns them and deletes their bytes', async () => {
    const files = bed.as(callers.alice).from('pictures')
    const paths = [`${folder.alice}/a.jpg`, `${folder.alice}/b.jpg`]
    for (const each of paths) await files.upload(each, jpeg, image)
    const { data } = await files.remove([...paths, `${folder.alice}/none.jpg`])
    expect(data?.map(({ name }) => name).sort()).toEqual(paths)
    expect(await bed.blobs()).toEqual([])
    expect((await bed.request(null, `/object/public/pictures/${paths[0]}`)).status).toBe(400)
  })

  it('removes one object by its path', async () => {
    await bed.as(callers.alice).from('pictures').upload(path, jpeg, image)
    const response = await bed.request(callers.alice, `/object/pictures/${path}`, { method: 'DELETE' })
    expect(await response.json()).toEqual({ message: 'Successfully deleted' })
    expect(await bed.blobs()).toEqual([])
  })

  it('is possible only through the API, not by deleting rows, as on Supabase', async () => {
    await expect(bed.database.run({ text: 'delete from storage.objects', values: [] })).rejects.toMatchObject({
      code: '42501',
    })
  })
})

describe('moving and copying', () => {
  it('moves an object with its bytes', async () => {
    const files = bed.as(callers.alice).from('letters')
    await files.upload(path, jpeg, image)
    expect((await files.move(path, `${folder.alice}/moved.jpg`)).error).toBeNull()
    expect((await files.download(path)).error).toMatchObject({ statusCode: '404' })
    const { data } = await files.download(`${folder.alice}/moved.jpg`)
    expect(data && (await bytesOf(data))).toEqual(jpeg)
  })

  it('refuses to move onto another object or into another member’s folder', async () => {
    const files = bed.as(callers.alice).from('letters')
    await files.upload(path, jpeg, image)
    await files.upload(`${folder.alice}/taken.jpg`, png)
    expect((await files.move(path, `${folder.alice}/taken.jpg`)).error).toMatchObject({ statusCode: '409' })
    expect((await files.move(path, `${folder.bob}/gift.jpg`)).error).toMatchObject({ statusCode: '403' })
  })

  it('makes a copy that remains after the original is removed', async () => {
    const files = bed.as(callers.alice).from('letters')
    await files.upload(path, jpeg, image)
    const { data } = await files.copy(path, `${folder.alice}/copy.jpg`)
    expect(data).toEqual({ path: `letters/${folder.alice}/copy.jpg` })
    await files.remove([path])
    expect(await bed.blobs()).toHaveLength(1)
    const copy = await files.download(`${folder.alice}/copy.jpg`)
    expect(copy.data && (await bytesOf(copy.data))).toEqual(jpeg)
  })

  it('applies the other bucket’s upload limits', async () => {
    const files = bed.as(callers.alice).from('letters')
    await files.upload(path, 'just text')
    const options = { destinationBucket: 'pictures' }
    expect((await files.copy(path, path, options)).error).toMatchObject({ statusCode: '415' })
    expect((await files.move(path, path, options)).error).toMatchObject({ statusCode: '415' })
  })
})

describe('listing', () => {
  it('returns one level, folders and objects in name order, and only what the caller may see', async () => {
    const files = bed.as(callers.alice).from('letters')
    for (const name of ['b.txt', 'a.txt', 'sub/x.txt', 'sub/y.txt', 'C.txt']) {
      await files.upload(`${folder.alice}/${name}`, name)
    }
    await bed.as(callers.bob).from('letters').upload(`${folder.bob}/secret.txt`, 'x')
    const { data } = await files.list(folder.alice)
    expect(data?.map(({ name, id }) => [name, id !== null])).toEqual([
      ['C.txt', true],
      ['a.txt', true],
      ['b.txt', true],
      ['sub', false],
    ])
    expect(data?.[1]).toMatchObject({ metadata: { size: 5 }, created_at: expect.stringMatching(/T.*Z$/) })
    expect((await files.list('')).data?.map(({ name }) => name)).toEqual([folder.alice])
  })

  it('supports pages, sorting and search', async () => {
    const files = bed.as(callers.alice).from('letters')
    for (const name of ['apple.txt', 'Apricot.txt', 'pear.txt']) await files.upload(`${folder.alice}/${name}`, name)
    const names = async (options: Parameters<typeof files.list>[1]) =>
      (await files.list(folder.alice, options)).data?.map(({ name }) => name)
    expect(await names({ limit: 1, offset: 1 })).toEqual(['apple.txt'])
    expect(await names({ sortBy: { column: 'name', order: 'desc' } })).toEqual(['pear.txt', 'apple.txt', 'Apricot.txt'])
    expect(await names({ sortBy: { column: 'created_at', order: 'desc' } })).toEqual([
      'pear.txt',
      'Apricot.txt',
      'apple.txt',
    ])
    expect(await names({ search: 'ap' })).toEqual(['Apricot.txt', 'apple.txt'])
  })

  it('matches percent signs, underscores and dots literally', async () => {
    const files = bed.as(callers.alice).from('letters')
    await files.upload(`${folder.alice}/a_c/1.txt`, 'x')
    await files.upload(`${folder.alice}/abc/2.txt`, 'x')
    expect((await files.list(`${folder.alice}/a_c`)).data?.map(({ name }) => name)).toEqual(['1.txt'])
  })
})
