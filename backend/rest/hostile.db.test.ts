import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Statement } from '../database/database.ts'
import { createRest } from './index.ts'
import { anon, type FilmArchive, json, openFilmArchive, requestTo } from './testing/film-archive.ts'
import { marker } from './testing/random-queries.ts'
import { recordedRest } from './testing/recorded-rest.ts'

let archive: FilmArchive
beforeAll(async () => {
  archive = await openFilmArchive()
})
afterAll(() => archive.close())

describe('a value', () => {
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
  ])('in %s is a statement parameter', async (path) => {
    const statements: Statement[] = []
    const rest = await recordedRest(archive.database, (statement) => statements.push(statement))
    await rest.handle(requestTo(path, { headers: { Prefer: 'count=exact' } }), anon)
    const [statement] = statements
    expect(statement?.text).not.toContain(marker)
    expect(statement?.values.join()).toContain(marker)
    await rest.close()
  })

  it('does not change the statement’s text', async () => {
    const texts = async (...paths: string[]) => {
      const statements: Statement[] = []
      const rest = await recordedRest(archive.database, (statement) => statements.push(statement))
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

describe('a cached request', () => {
  it('distinguishes an absent header from one with the value null', async () => {
    const status = async (headers: Record<string, string>) =>
      (
        await archive.send('/rpc/best_film?select=title', {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json', ...headers },
        })
      ).status
    for (const name of ['Accept', 'Content-Profile'])
      expect([await status({ [name]: 'null' }), await status({}), await status({ [name]: 'null' })]).toEqual([
        406, 200, 406,
      ])
  })
})

describe('a request that could exhaust the server', () => {
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
    ['bytes that are not UTF-8', '/films?title=eq.%ff', 400],
    ['a table of Object', '/__proto__', 404],
    ['a function of Object', '/rpc/constructor', 404],
  ])('is refused: %s', async (_, path, status) => {
    const reply = await archive.send(path)
    expect(reply.status, reply.text.slice(0, 300)).toBe(status)
    expect(reply.text.length).toBeLessThan(5_000)
  })

  it('succeeds with a list of thousands of values', async () => {
    const { json } = await archive.send(
      `/films?select=id&id=in.(${Array.from({ length: 20_000 }, (_, at) => at).join()})&order=id&limit=1`,
    )
    expect(json).toEqual([{ id: 1 }])
  })

  it('is refused with a body nested ten thousand deep', async () => {
    const deep = `{"title":"x","details":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
    expect(await archive.send('/films', json('POST', deep))).toMatchObject({ status: 400, json: { code: 'PGRST102' } })
    expect(await archive.send('/rpc/echo', json('POST', '['.repeat(10_000)))).toMatchObject({ status: 400 })
  })

  it('succeeds with hundreds of repeated parameters', async () => {
    const search = Array.from({ length: 900 }, () => 'id=eq.1').join('&')
    expect((await archive.send(`/films?select=id&${search}`)).json).toEqual([{ id: 1 }])
  })

  it('logs an unexpected error and discloses nothing', async () => {
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
