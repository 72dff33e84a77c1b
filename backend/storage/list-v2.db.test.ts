/** Paginated lists through storage-js, and purging of rendered images. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { picture } from './testing/picture.ts'
import { callers, folder, openTestbed, type Testbed } from './testing/testbed.ts'

let bed: Testbed
const home = folder.alice
/** Uploaded in this order. */
const keys = ['b.txt', 'a/2.txt', 'c.txt', 'a/1.txt', 'ab.txt', 'a/deep/x.txt', 'B.txt', 'é.txt']

beforeAll(async () => {
  bed = await openTestbed()
  for (const key of keys) await bed.as(callers.alice).from('letters').upload(`${home}/${key}`, key)
  // Each one second after the previous one.
  await bed.database.script(
    keys
      .map(
        (key, n) =>
          `update storage.objects set created_at = '2026-01-01 00:00:0${n}+00' where name = '${home}/${key}';`,
      )
      .join('\n'),
  )
  await bed.as(callers.bob).from('letters').upload(`${folder.bob}/secret.txt`, 'x')
})
afterAll(() => bed.close())

type Options = Parameters<ReturnType<ReturnType<Testbed['as']>['from']>['listV2']>[0]

/** All pages of two entries, with folders and objects together. */
async function pages(options: NonNullable<Options>, who = callers.alice): Promise<string[][]> {
  const found: string[][] = []
  let cursor: string | undefined
  do {
    const { data, error } = await bed
      .as(who)
      .from('letters')
      .listV2({ ...options, limit: 2, ...(cursor && { cursor }) })
    if (error) throw error
    found.push([...data.folders, ...data.objects].map(({ name }) => name.replace(`${home}/`, '')))
    cursor = data.nextCursor
    expect(data.hasNext).toBe(cursor !== undefined)
  } while (cursor)
  return found
}
const inHome = { prefix: `${home}/` }

describe('listV2', () => {
  it('returns everything under a prefix, page by page, in byte order', async () => {
    const sorted = ['B.txt', 'a/1.txt', 'a/2.txt', 'a/deep/x.txt', 'ab.txt', 'b.txt', 'c.txt', 'é.txt']
    expect((await pages(inHome)).flat()).toEqual(sorted)
    expect((await pages(inHome)).map(({ length }) => length)).toEqual([2, 2, 2, 2])
    expect((await pages({ ...inHome, sortBy: { column: 'name', order: 'desc' } })).flat()).toEqual(sorted.toReversed())
    expect((await pages({ prefix: `${home}/a` })).flat()).toEqual(['a/1.txt', 'a/2.txt', 'a/deep/x.txt', 'ab.txt'])
  })

  it('returns folders if requested, with the date of their oldest object', async () => {
    const options = { ...inHome, with_delimiter: true }
    expect((await pages(options)).flat().toSorted()).toEqual(
      ['B.txt', 'a/', 'ab.txt', 'b.txt', 'c.txt', 'é.txt'].toSorted(),
    )
    expect((await pages({ ...options, sortBy: { column: 'created_at' } })).map((page) => page.toSorted())).toEqual([
      ['a/', 'b.txt'],
      ['ab.txt', 'c.txt'],
      ['B.txt', 'é.txt'],
    ])
    expect((await pages({ ...options, prefix: `${home}/a/` })).flat()).toEqual(['a/1.txt', 'a/2.txt', 'a/deep/'])
    const { data } = await bed
      .as(callers.alice)
      .from('letters')
      .listV2({ ...options, prefix: `${home}/a` })
    expect(data?.folders).toEqual([{ name: `${home}/a/`, key: `${home}/a` }])
    expect(data?.objects).toMatchObject([{ name: `${home}/ab.txt`, key: `${home}/ab.txt`, metadata: { size: 6 } }])
  })

  it('returns only what the caller may see, and refuses a cursor of another list', async () => {
    expect(await pages({}, callers.bob)).toEqual([[`${folder.bob}/secret.txt`]])
    expect(await pages({}, callers.visitor)).toEqual([[]])
    const first = await bed.as(callers.alice).from('letters').listV2({ limit: 1 })
    const cursor = first.data?.nextCursor ?? ''
    for (const wrong of ['nonsense', 'e30', '']) {
      const { data, error } = await bed.as(callers.alice).from('letters').listV2({ cursor: wrong, limit: 1 })
      if (wrong === '') expect(data?.objects).toHaveLength(1)
      else expect(error?.message).toBe('body/cursor does not belong to this list')
    }
    const sortBy = { column: 'created_at' } as const
    expect((await bed.as(callers.alice).from('letters').listV2({ cursor, sortBy })).error).toMatchObject({
      status: 400,
    })
  })
})

it('only service_role may purge the renditions of an object or a bucket', async () => {
  const pictures = bed.as(callers.alice).from('pictures')
  await pictures.upload(`${home}/p.png`, await picture('png', 80, 60), { contentType: 'image/png' })
  const render = () => bed.request(null, `/render/image/public/pictures/${home}/p.png?width=32`)
  await render()
  expect(await bed.renditions()).toHaveLength(1)
  expect((await pictures.purgeCache(`${home}/p.png`)).error?.message).toBe('Access denied')
  expect((await bed.as(callers.alice).purgeBucketCache('pictures')).error?.message).toBe('Access denied')
  const service = bed.as(callers.service)
  expect((await service.from('pictures').purgeCache(`${home}/p.png`, { transformations: true })).data).toEqual({
    message: 'success',
  })
  expect(await bed.renditions()).toEqual([])
  await render()
  expect((await service.purgeBucketCache('pictures')).data).toEqual({ message: 'success' })
  expect(await bed.renditions()).toEqual([])
  expect((await service.from('pictures').purgeCache('nowhere.png')).error?.message).toBe('Object not found')
  expect((await render()).status).toBe(200)
})
