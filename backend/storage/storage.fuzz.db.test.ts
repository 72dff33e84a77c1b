import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fuzz, fuzzCases, fuzzTimeoutMs } from '../fuzzing.ts'
import { picture } from './testing/picture.ts'
import { callers, folder, openTestbed, type Testbed } from './testing/testbed.ts'

let bed: Testbed
beforeAll(async () => {
  bed = await openTestbed({ fileSizeLimitBytes: 10_000 })
  // A bucket with an object cannot be removed during the test.
  for (const bucket of ['letters', 'pictures']) {
    await bed
      .as(callers.service)
      .from(bucket)
      .upload('kept.jpg', await picture('jpeg'), { contentType: 'image/jpeg' })
  }
})
afterAll(() => bed.close())

const buckets = fc.constantFrom('letters', 'letters', 'pictures', 'nowhere', '%00', 'a%2Fb', '%ff')
const keys = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(`${folder.alice}/a.txt`, `${folder.alice}/b.png`, `${folder.bob}/c`, 'kept.jpg'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('..%2f..%2fx', 'a%00b', '%zz', 'a%5cb', 'a//b', '%F0%9F%8D%B0', "'--", '%2e'),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }).map(encodeURIComponent) },
)
const query = fc.constantFrom(
  '',
  '',
  '?width=64',
  '?width=-1&format=svg',
  '?token=a.b.c',
  '?download=%0d%0a',
  '?limit=1e99',
  '?%',
)
const reading = fc.constantFrom(
  ...['object', 'object/public', 'object/authenticated', 'object/sign', 'object/info', 'object/info/public'],
  ...['render/image/public', 'render/image/authenticated', 'render/image/sign'],
)
const writing = fc.constantFrom('object', 'object', 'object', 'object/sign', 'object/upload/sign')
const withJson = fc.constantFrom('object/list', 'object/list', 'object/sign', 'object', 'bucket')
const noise = fc.array(keys, { maxLength: 4 }).map((words) => words.join('/'))
const toKey = (route: typeof reading) => fc.tuple(route, buckets, keys).map((words) => words.join('/'))

const header = fc.constantFrom<[string, string]>(
  ['content-type', 'image/png'],
  ['content-type', 'multipart/form-data; boundary=b'],
  ['content-type', 'multipart/form-data'],
  ['content-type', 'application/json'],
  ['content-length', '99999999999'],
  ['content-length', '-1'],
  ['x-upsert', 'true'],
  ['x-metadata', '!!!'],
  ['cache-control', 'max-age=99999999999999'],
  ['range', 'bytes=0-99999999999999999999'],
  ['range', 'bytes=-1'],
  ['if-none-match', '"'],
  ['if-modified-since', 'never'],
  ['accept', 'image/webp;q=x'],
)
const name = fc.oneof(
  fc.string(),
  fc.constantFrom(`${folder.alice}/a.txt`, `${folder.alice}/d`, folder.alice, '', '%', 'a\0b'),
)
const json = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc
    .record(
      {
        prefix: fc.string(),
        prefixes: fc.array(fc.string(), { maxLength: 3 }),
        paths: fc.array(fc.string(), { maxLength: 3 }),
        expiresIn: fc.oneof(fc.integer(), fc.double()),
        limit: fc.oneof(fc.nat(), fc.integer()),
        offset: fc.oneof(fc.nat(), fc.integer()),
        search: name,
        name,
        bucketId: fc.constantFrom('letters', 'pictures', 'x'),
        sourceKey: fc.string(),
        destinationKey: fc.string(),
        file_size_limit: fc.oneof(fc.string(), fc.double()),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
)
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((value) => new Uint8Array(value)),
  fc.constantFrom('--b\r\n', '\x89PNG\r\n\x1a\n', '', 'text'),
)

/** Protocol calls with valid, invalid and hostile names, and sometimes random bytes. */
const call = fc.oneof(
  { weight: 3, arbitrary: fc.record({ method: fc.constantFrom('GET', 'HEAD'), path: toKey(reading), body: bytes }) },
  { weight: 4, arbitrary: fc.record({ method: fc.constantFrom('POST', 'PUT'), path: toKey(writing), body: bytes }) },
  {
    weight: 4,
    arbitrary: fc.record({
      method: fc.constantFrom('POST', 'POST', 'DELETE', 'PUT', 'GET'),
      path: fc.tuple(withJson, buckets).map((words) => words.join('/')),
      body: json,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      method: fc.constantFrom('POST', 'GET', 'PATCH', 'DELETE'),
      path: fc.oneof(fc.constantFrom('bucket', 'object/move', 'object/copy', 'bucket/nowhere/empty'), noise),
      body: fc.oneof(json, bytes),
    }),
  },
)

const request = fc.record({
  call,
  query,
  headers: fc.array(header, { maxLength: 2 }).map((pairs) => Object.fromEntries(pairs)),
  who: fc.constantFrom(null, callers.visitor, callers.alice, callers.alice, callers.alice, callers.service),
})

type RandomRequest = typeof request extends fc.Arbitrary<infer T> ? T : never

describe('a random request', () => {
  it(
    'causes no server error, changes no other data and leaks no memory',
    async () => {
      let succeeded = 0
      const check = async ({ call: { method, path, body }, query, headers, who }: RandomRequest) => {
        const hasBody = method !== 'GET' && method !== 'HEAD'
        const init = hasBody ? { method, headers, body: new Blob([body]) } : { method, headers }
        const response = await bed.request(who, `/${path}${query}`, init)
        await response.arrayBuffer()
        expect(response.status).toBeLessThan(500)
        if (response.ok) succeeded += 1
      }
      const { cases, heapMegabytes } = await fuzz(request, check, fuzzCases())
      expect(heapMegabytes.late - heapMegabytes.early).toBeLessThan(30)
      // Otherwise little was tested. By chance none of a hundred succeeds.
      if (cases >= 1_000) expect(succeeded).toBeGreaterThan(cases / 80)
      const { rows } = await bed.database.run({ text: 'select count(*) from storage.objects', values: [] })
      expect(await bed.blobs()).toHaveLength(Number(rows[0]?.[0]))
    },
    fuzzTimeoutMs,
  )
})
