/** Limits of a request: embedded resources, rows and bytes. Refusals have PostgREST's format, and small requests are not affected. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Statement } from '../database/database.ts'
import { oneDatabase } from '../fuzzing.ts'
import { anon, archives, type FilmArchive, json, prefer, requestTo, signedIn } from './testing/film-archive.ts'
import { recordedRest } from './testing/recorded-rest.ts'

describe.each(oneDatabase(archives))('limits on %s', (_, open) => {
  let archive: FilmArchive
  const limits = { responseBytes: 10_000, builtBytes: 100_000 }

  beforeAll(async () => {
    archive = await open({ maxRows: 500, limits })
    await archive.database.script(`
    insert into reviews (film_id, author, stars, note) select 4, 'a' || n, 3, 'as long as this' from generate_series(1, 400) n;
    update films set details = jsonb_build_object('notes', repeat('the same again ', 300)) where id = 4`)
  })
  afterAll(() => archive.close())

  /** Reviews of the film of reviews of the film ... */
  const nested = (depth: number): string =>
    depth === 0 ? 'id' : depth % 2 === 1 ? `id,films(${nested(depth - 1)})` : `id,reviews(${nested(depth - 1)})`

  const errorBody = (code: string) => ({
    code,
    message: expect.any(String),
    details: expect.toSatisfy((details: unknown) => details === null || typeof details === 'string'),
    hint: expect.toSatisfy((hint: unknown) => hint === null || typeof hint === 'string'),
  })

  describe('embedded resources', () => {
    it('nest at most six levels deep', async () => {
      const path = (depth: number) => `/${depth % 2 === 0 ? 'films' : 'reviews'}?select=${nested(depth)}&id=eq.1`
      expect((await archive.send(path(6))).status).toBe(200)
      for (const depth of [7, 40])
        expect(await archive.send(path(depth))).toMatchObject({ status: 400, json: errorBody('PGRST100') })
    })

    it('number at most thirty per request, at any depth', async () => {
      const siblings = (many: number) =>
        `/films?select=${Array.from({ length: many }, (_, at) => `r${at}:reviews(id)`)}`
      expect((await archive.send(`${siblings(30)}&id=eq.1`)).status).toBe(200)
      expect(await archive.send(siblings(31))).toMatchObject({ status: 400, json: errorBody('PGRST100') })
      const branches = Array.from({ length: 16 }, (_, at) => `r${at}:reviews(films(id))`)
      expect(await archive.send(`/films?select=${branches}`)).toMatchObject({
        status: 400,
        json: errorBody('PGRST100'),
      })
      const called = `/rpc/films_of?select=${Array.from({ length: 31 }, (_, at) => `r${at}:reviews(id)`)}`
      expect(await archive.send(called, json('POST', { year_from: 1 }))).toMatchObject({ status: 400 })
    })

    it('have at most the maximum rows, also in the response of a mutation', async () => {
      const few = await open({ maxRows: 2 })
      await few.database.script(
        `insert into reviews (film_id, author, stars) select 4, 'a' || n, 3 from generate_series(1, 9) n`,
      )
      const counts = (reply: { json: unknown }) =>
        (reply.json as { reviews: unknown[] }[]).map(({ reviews }) => reviews.length)
      expect(counts(await few.send('/films?select=reviews(id)&id=eq.4'))).toEqual([2])
      expect(counts(await few.send('/films?select=reviews(id)&id=eq.4&reviews.limit=9'))).toEqual([2])
      const changed = await few.send('/films?select=reviews(id)&id=gt.0', {
        ...json('PATCH', { mood: 'calm' }),
        headers: { 'Content-Type': 'application/json', ...prefer('return=representation').headers },
      })
      expect(counts(changed).toSorted()).toEqual([1, 1, 2, 2])
      await few.close()
    })
  })

  describe('regular expressions', () => {
    const member = signedIn('u1')
    const filters = [
      '/films?title=match.^Q',
      '/films?title=not.imatch.^Q',
      '/films?or=(id.eq.1,title.match.^Q)',
      '/films?and=(id.eq.1,or(id.eq.2,title.not.imatch.^Q))',
      '/films?select=id,reviews(id)&reviews.author=match.x',
      '/films?select=id,reviews(id)&reviews.or=(author.match.x,id.eq.1)',
      '/films?title=match(any).{^Q,^L}',
      '/rpc/films_of?year_from=1&title=match.^Q',
    ]

    it.each(filters)('are allowed to members: %s', async (path) => {
      expect(await archive.send(path)).toMatchObject({ status: 401, json: errorBody('42501') })
      expect((await archive.send(path, {}, member)).status).toBe(200)
    })

    it.each(filters)('that could take exponential time are refused: %s', async (path) => {
      const hostile = encodeURIComponent('(a*)*\\\\1b')
      const reply = await archive.send(
        path.replace(/\^Q|match\.x/, (found) => (found === '^Q' ? hostile : `match.${hostile}`)),
        {},
        member,
      )
      expect(reply).toMatchObject({ status: 400, json: errorBody('PGRST100') })
    })

    it('number at most three per request, in any syntax', async () => {
      const many = (times: number) => Array.from({ length: times }, () => 'title=match.a').join('&')
      expect((await archive.send(`/films?${many(3)}`, {}, member)).status).toBe(200)
      for (const query of [many(4), `${many(2)}&or=(title.match.a,title.match.b)`, 'title=match(any).{a,b,c,d}'])
        expect(await archive.send(`/films?${query}`, {}, member)).toMatchObject({
          status: 400,
          json: errorBody('PGRST100'),
        })
    })
  })

  describe('patterns', () => {
    it('have at most a thousand characters per request', async () => {
      const half = `title=like.*${'a'.repeat(497)}*`
      expect((await archive.send(`/films?${half}&${half}`)).status).toBe(200)
      for (const query of [
        `${half}&${half}&${half}`,
        `title=ilike.${'a*'.repeat(501)}`,
        `or=(id.eq.1,title.like.${'ab*'.repeat(400)})`,
      ])
        expect(await archive.send(`/films?${query}`)).toMatchObject({ status: 400, json: errorBody('PGRST100') })
    })
  })

  describe('a response', () => {
    it.each<[string, string, Record<string, string>?]>([
      ['rows that are long', '/reviews?select=*'],
      ['a value repeated', `/films?select=${Array.from({ length: 200 }, (_, at) => `d${at}:details`)}`],
      ['arrays in arrays', '/reviews?select=id,films(id,reviews(*))&film_id=eq.4'],
      ['arrays that are not selected', '/reviews?select=films!inner(reviews!inner(films!inner(reviews!inner(*))))'],
      ['arrays side by side', '/films?select=a:reviews(*),b:reviews(*),c:reviews(*)'],
      ['spread arrays', '/reviews?select=id,...films(...reviews(*))&film_id=eq.4'],
      ['CSV', '/reviews?select=*', { Accept: 'text/csv' }],
      ['one object', '/films?select=*,reviews(*)&id=eq.4', { Accept: 'application/vnd.pgrst.object+json' }],
      ['nulls stripped', '/reviews?select=*', { Accept: 'application/vnd.pgrst.array+json;nulls=stripped' }],
      ['rows of a function', '/rpc/films_of?year_from=1&select=a:reviews(*),b:reviews(*),c:reviews(*)'],
    ])('that would be too large is refused before it is sent: %s', async (_, path, headers = {}) => {
      const reply = await archive.send(path, { headers })

      expect(reply).toMatchObject({ status: 400, json: errorBody('54000') })
      expect(reply.text.length).toBeLessThan(1_000)
    })

    it('that is too large undoes the change', async () => {
      const patch = { ...json('PATCH', { stars: 1 }), headers: { 'Content-Type': 'application/json' } }
      const reply = await archive.send('/reviews?stars=eq.3', {
        ...patch,
        headers: { ...patch.headers, ...prefer('return=representation').headers },
      })
      expect(reply).toMatchObject({ status: 400, json: errorBody('54000') })
      expect((await archive.send('/reviews?select=id&stars=eq.3&limit=1')).json).toHaveLength(1)
      expect((await archive.send('/reviews?stars=eq.3&author=eq.a1', patch)).status).toBe(204)
    })

    it('that becomes too large is aborted in the database', async () => {
      const statements: Statement[] = []
      const rest = await recordedRest(archive.database, (statement) => statements.push(statement))
      const path = '/reviews?select=id,films(id,reviews(id,films(id,reviews(*))))&film_id=eq.4'
      expect((await rest.handle(requestTo(path), anon)).status).toBe(400)
      await rest.close()
      const [statement] = statements
      // Without size guards the statement would build 400 x 400 x 400 rows.
      expect(statement?.text).toContain('rest.built')
    })

    it('that is small has no size guards', async () => {
      const texts: string[] = []
      const rest = await recordedRest(archive.database, ({ text }) => texts.push(text))
      for (const path of [
        '/films?select=id,title,studios(name)&order=id&limit=24',
        '/films?select=*&id=eq.1',
        '/films?select=id,reviews(stars)&reviews.limit=3&limit=24',
        '/rpc/films_of?year_from=1&select=title,studios(name)&limit=24',
      ])
        expect((await rest.handle(requestTo(path), anon)).status).toBe(200)
      await rest.close()
      expect(texts).toHaveLength(4)
      for (const text of texts) expect(text).not.toMatch(/rest\.built|rest-guard/)
    })
  })
})
