import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Statement } from '../database/database.ts'
import { createRest, type Rest } from './index.ts'
import { anon, type FilmArchive, json, openFilmArchive, requestTo } from './testing/film-archive.ts'

let archive: FilmArchive
beforeAll(async () => {
  archive = await openFilmArchive()
})
afterAll(() => archive.close())

const runs = Number(process.env.FUZZ_RUNS ?? 2000)

/** A value that may never stand in the text of a statement. */
const marker = 'zq7marker'

/** A fragment of the grammar, or anything at all. */
const names = fc.constantFrom(
  'id',
  'title',
  'films',
  'people',
  'reviews',
  'studios',
  'director_id',
  'details',
  'tags',
  '*',
  'count',
  '__proto__',
  'constructor',
  '"a b"',
  'ä',
  '',
)
const anything = fc.string({ unit: 'binary', maxLength: 12 })
const punctuation = fc.constantFrom(
  '(',
  ')',
  ',',
  '.',
  ':',
  '::',
  '!',
  '->',
  '->>',
  '...',
  '"',
  '\\',
  '{',
  '}',
  '*',
  '=',
  '&',
  '%00',
  '%ff',
  "'",
  ';',
  '--',
  '$1',
  ' ',
)
const operators = fc.constantFrom(
  'eq.',
  'not.',
  'in.(',
  'is.null',
  'like(any).{',
  'fts(english).',
  'cs.{',
  'or(',
  'and(',
  'inner',
  'desc',
  'nullsfirst',
  'sum()',
  'int',
  '1',
  '-1',
  '99999999999999999999',
)
const value = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: names },
      { weight: 3, arbitrary: punctuation },
      { weight: 3, arbitrary: operators },
      anything,
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))
const parameter = fc.constantFrom(
  'select',
  'order',
  'limit',
  'offset',
  'or',
  'not.and',
  'columns',
  'on_conflict',
  'id',
  'title',
  'reviews.limit',
  'studios.name',
  'details->a',
  'a',
  'year_from',
)
const search = fc
  .array(fc.tuple(fc.oneof({ weight: 4, arbitrary: parameter }, value), value, fc.boolean()), { maxLength: 4 })
  .map((pairs) =>
    pairs
      .map(([name, text, isRaw]) =>
        isRaw ? `${escapeFragment(name)}=${escapeFragment(text)}` : `${encode(name)}=${encode(text)}`,
      )
      .join('&'),
  )
const path = fc.constantFrom(
  '/films',
  '/people',
  '/notes',
  '/acclaimed',
  '/nope',
  '/rpc/add',
  '/rpc/films_of',
  '/rpc/search_films',
  '/rpc/echo',
  '/Odd%20Table',
  '/%00',
  '/rpc/',
  '/films/x/y',
)
const body = fc.oneof(
  fc.json({ maxDepth: 3 }),
  value,
  fc.constantFrom('{}', '[]', '[{}]', `{"title":"${marker}"}`, '{"__proto__":{"a":1}}', '{"a":1}', 'null'),
)
const preference = fc.constantFrom(
  '',
  'return=representation',
  'count=exact',
  'count=planned',
  'count=estimated',
  'resolution=merge-duplicates,return=representation',
  'missing=default',
  'handling=strict',
  'handling=strict,max-affected=0',
  'timezone=UTC',
  'tx=rollback',
  'return=headers-only',
)
const accept = fc.constantFrom(
  '*/*',
  'application/json',
  'application/vnd.pgrst.object+json',
  'text/csv',
  'application/vnd.pgrst.array+json;nulls=stripped',
  'x',
)
const request = fc.record({
  method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'),
  path,
  search,
  body,
  preference,
  accept,
})

const encode = (text: string) => encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '?'))
/** Leaves the grammar's own punctuation as it is and hides only what no URL can carry. */
const escapeFragment = (text: string) => text.replaceAll(/[#\s\p{C}]/gu, (part) => encode(part))

describe('whatever is sent', () => {
  it('is answered below 500, and no statement holds a value of it', async () => {
    const statements: Statement[] = []
    const rest = await restOver(archive.database, (statement) => statements.push(statement))
    await fc.assert(
      fc.asyncProperty(request, async ({ method, path, search, body, preference, accept }) => {
        statements.length = 0
        const isRead = method === 'GET' || method === 'HEAD'
        const headers = {
          Prefer: isRead ? preference : `tx=rollback,${preference}`,
          Accept: accept,
          'Content-Type': 'application/json',
        }
        const sent = requestTo(`${path}?${search}&title=neq.${marker}`, {
          method,
          headers,
          ...(isRead ? {} : { body }),
        })
        const response = await rest.handle(sent, anon)
        const text = await response.text()
        expect(response.status, text).toBeLessThan(500)
        for (const statement of statements) expect(statement.text).not.toContain(marker)
        if (response.status >= 400 && method !== 'HEAD') {
          expect(Object.keys(JSON.parse(text))).toEqual(['code', 'details', 'hint', 'message'])
        }
      }),
      { numRuns: runs },
    )
    await rest.close()
  }, 300_000)

  it.each([
    `/films?title=eq.${marker}`,
    `/films?title=in.(${marker},b)`,
    `/films?title=like(any).{${marker}}`,
    `/films?search=fts(${marker}).${marker}`,
    `/films?details->>${marker}=eq.1`,
    `/films?select=part:details->${marker}`,
    `/films?order=details->${marker}`,
    `/films?or=(title.eq.${marker},and(title.neq.${marker},title.isdistinct.${marker}))`,
    `/films?select=id,reviews!inner(id)&reviews.author=eq.${marker}&limit=5&order=id`,
    `/rpc/search_films?q=${marker}`,
    `/rpc/films_of?year_from=1&title=eq.${marker}`,
  ])('%s puts its value among the parameters', async (path) => {
    const statements: Statement[] = []
    const rest = await restOver(archive.database, (statement) => statements.push(statement))
    await rest.handle(requestTo(path, { headers: { Prefer: 'count=exact' } }), anon)
    const [statement] = statements
    expect(statement?.text).not.toContain(marker)
    expect(statement?.values.join()).toContain(marker)
    await rest.close()
  })

  it('of the same shape becomes the same statement', async () => {
    const texts = async (...paths: string[]) => {
      const statements: Statement[] = []
      const rest = await restOver(archive.database, (statement) => statements.push(statement))
      for (const each of paths) await rest.handle(requestTo(each), anon)
      await rest.close()
      return new Set(statements.map(({ text }) => text)).size
    }
    expect(await texts('/films?id=eq.1&limit=5&order=id', '/films?id=eq.2&limit=50&order=id')).toBe(1)
    expect(await texts('/films?id=in.(1,2,3)', '/films?id=in.(4)', '/films?id=in.()')).toBe(1)
    expect(await texts('/films?title=like.*a*', '/films?title=like.b*')).toBe(1)
    expect(await texts('/rpc/total?amounts=1', '/rpc/total?amounts=1&amounts=2')).toBe(1)
    expect(await texts('/films?id=eq.1', '/films?id=gt.1')).toBe(2)
  })
})

describe('what would exhaust', () => {
  it.each([
    ['a select nested ten thousand deep', `/films?select=${'people('.repeat(10_000)}id${')'.repeat(10_000)}`, 400],
    ['logic nested ten thousand deep', `/films?and=${'(and'.repeat(10_000)}(id.eq.1)${')'.repeat(10_000)}`, 400],
    ['a JSON path of ten thousand arrows', `/films?select=details${'->a'.repeat(10_000)}`, 400],
    ['two thousand columns', `/films?select=${Array.from({ length: 2000 }, (_, at) => `c${at}:id`).join()}`, 400],
    ['two thousand conditions', `/films?and=(${Array.from({ length: 2000 }, () => 'id.gt.0').join()})`, 400],
    ['two thousand order terms', `/films?order=${Array.from({ length: 2000 }, () => 'id').join()}`, 400],
    [
      'six hundred embedded resources',
      `/films?select=${Array.from({ length: 600 }, (_, at) => `r${at}:reviews(id)`).join()}`,
      400,
    ],
    ['a URL of a megabyte', `/films?title=eq.${'x'.repeat(1_000_000)}`, 414],
    ['a list of a megabyte', `/films?id=in.(${'1,'.repeat(500_000)}1)`, 414],
    ['a path of a megabyte', `/${'x'.repeat(1_000_000)}`, 404],
    ['a name of a hundred kilobytes', `/films?select=${'x'.repeat(100_000)}`, 400],
    ['a NUL in a value', '/films?title=eq.a%00b', 400],
    ['a NUL in a name', '/films?select="a%00b"', 400],
    ['a NUL in a table', '/a%00b', 404],
    ['a NUL in a list', '/films?title=in.(a%00b)', 400],
    ['a NUL in a JSON key', '/films?select=details->"a%00b"', 400],
    ['bytes that are no text', '/films?title=eq.%ff', 400],
    ['a table of Object', '/__proto__', 404],
    ['a function of Object', '/rpc/constructor', 404],
  ])('%s', async (_, path, status) => {
    const reply = await archive.send(path)
    expect(reply.status, reply.text.slice(0, 300)).toBe(status)
    expect(reply.text.length).toBeLessThan(5_000)
  })

  it('a list of thousands of values is read as one parameter', async () => {
    const { json } = await archive.send(
      `/films?select=id&id=in.(${Array.from({ length: 20_000 }, (_, at) => at).join()})&order=id&limit=1`,
    )
    expect(json).toEqual([{ id: 1 }])
  })

  it('a body nested ten thousand deep', async () => {
    const deep = `{"title":"x","details":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
    expect(await archive.send('/films', json('POST', deep))).toMatchObject({ status: 400, json: { code: 'PGRST102' } })
    expect(await archive.send('/rpc/echo', json('POST', '['.repeat(10_000)))).toMatchObject({ status: 400 })
  })

  it('the same parameter many times over', async () => {
    const search = Array.from({ length: 900 }, () => 'id=eq.1').join('&')
    expect((await archive.send(`/films?select=id&${search}`)).json).toEqual([{ id: 1 }])
  })

  it('a failure nobody foresaw is logged and told in general words', async () => {
    const logged: unknown[] = []
    const failing: Database = { ...archive.database, run: () => Promise.reject(new TypeError('secret details')) }
    const rest = await createRest({
      database: failing,
      schemas: ['public'],
      extraSearchPath: [],
      log: { error: (fields) => logged.push(fields.err) },
    })
    const response = await rest.handle(requestTo('/films'), anon)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret')
    expect(logged).toEqual([expect.objectContaining({ message: 'secret details' })])
    await rest.close()
  })
})

/** An API over the same database, with an ear on what it sends there once its schema is read. */
async function restOver(database: Database, onStatement: (statement: Statement) => void): Promise<Rest> {
  let hear = (_: Statement) => {}
  const listening: Database = {
    ...database,
    run: (statement, session) => {
      hear(statement)
      return database.run(statement, session)
    },
    transaction: (work, session) =>
      database.transaction((tx) => {
        const run = (statement: Statement) => {
          hear(statement)
          return tx.run(statement)
        }
        return work({ run })
      }, session),
  }
  const rest = await createRest({
    database: listening,
    schemas: ['public', 'archive'],
    extraSearchPath: ['extensions'],
    maxRows: 1000,
    allowsAggregates: true,
  })
  hear = onStatement
  return rest
}
