import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneDatabase } from '../fuzzing.ts'
import { archives, type FilmArchive, json } from './testing/film-archive.ts'

describe.each(oneDatabase(archives))('media types on %s', (_, open) => {
  let archive: FilmArchive
  beforeAll(async () => {
    archive = await open()
  })
  afterAll(() => archive.close())

  const as = (accept: string) => ({ headers: { Accept: accept } })
  const getAs = async (path: string, accept: string) => {
    const { status, text, headers } = await archive.send(path, as(accept))
    return { status, text, type: headers.get('content-type') }
  }
  const refused = (accept: string) => ({
    status: 406,
    json: {
      code: 'PGRST107',
      message: `None of these media types are available: ${accept}`,
      details: null,
      hint: null,
    },
  })

  describe('a function that returns a media type', () => {
    it('returns its value unchanged', async () => {
      expect(await getAs('/rpc/greeting?name=Ada', 'text/plain')).toEqual({
        status: 200,
        text: 'Hello Ada!',
        type: 'text/plain; charset=utf-8',
      })
      expect(await getAs('/rpc/silence', 'text/plain')).toMatchObject({ status: 200, text: '' })
      expect(
        await archive.send('/rpc/greeting', json('POST', { name: 'Ben' }, as('text/plain').headers)),
      ).toMatchObject({
        text: 'Hello Ben!',
      })
    })

    it('returns bytes, as the best accepted type', async () => {
      for (const accept of ['image/png', 'text/html,application/xhtml+xml,image/png,*/*;q=0.8']) {
        const request = new Request('http://local/rest/v1/rpc/poster', as(accept))
        const response = await archive.rest.handle(request, { role: 'anon', claimsText: '{}' })
        expect(response.headers.get('content-type')).toBe('image/png')
        expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0x89, 0x50, 0x4e, 0x47, 0, 0xff])
      }
    })

    it('returns JSON if the client accepts it', async () => {
      expect(await getAs('/rpc/greeting', 'application/json')).toMatchObject({ text: '"Hello you!"' })
      expect(await getAs('/rpc/poster', '*/*')).toMatchObject({ type: 'application/json; charset=utf-8' })
    })

    it('returns its value for any accepted type if it is declared so', async () => {
      for (const accept of ['*/*', 'app/bingo'])
        expect(await getAs('/rpc/whatever', accept)).toMatchObject({ status: 200, type: 'application/octet-stream' })
    })

    it('gets 406 if it returns several values', async () => {
      expect(await archive.send('/rpc/greetings', as('text/plain'))).toMatchObject(refused('text/plain'))
    })
  })

  describe('a function that returns another scalar', () => {
    it('returns it as text or bytes if nothing else is accepted', async () => {
      expect(await getAs('/rpc/plain_text', 'text/plain')).toEqual({
        status: 200,
        text: 'as "it" is',
        type: 'text/plain; charset=utf-8',
      })
      expect(await getAs('/rpc/add?a=1', 'text/plain')).toMatchObject({ text: '11' })
      expect(await getAs('/rpc/plain_text', 'application/octet-stream')).toMatchObject({ text: 'as "it" is' })
      const request = new Request('http://local/rest/v1/rpc/plain_bytes', as('application/octet-stream'))
      const response = await archive.rest.handle(request, { role: 'anon', claimsText: '{}' })
      expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 0xfe])
      expect(await getAs('/rpc/plain_text', 'text/plain, application/json')).toMatchObject({ text: '"as \\"it\\" is"' })
    })

    it('gets 406 if only a picture is accepted', async () => {
      expect(await archive.send('/rpc/plain_text', as('image/png'))).toMatchObject(refused('image/png'))
      expect(await archive.send('/rpc/years', as('text/plain'))).toMatchObject(refused('text/plain'))
    })
  })

  describe('an aggregate that produces a media type', () => {
    it('accepts any selected rows', async () => {
      const tabs = 'text/tab-separated-values'
      expect(await getAs('/genres?order=id', tabs)).toEqual({ status: 200, text: '1\tDrama\n2\tComedy\n', type: tabs })
      expect(await getAs('/genres?select=name,id&order=id', tabs)).toMatchObject({ text: 'Drama\t1\nComedy\t2\n' })
      expect(await getAs('/rpc/stats', tabs)).toMatchObject({ text: '4\t8.20\n' })
    })

    it('of a table accepts only that table’s whole rows', async () => {
      const films = 'application/vnd.films'
      expect(await getAs('/films?order=id&id=lt.3', films)).toEqual({
        status: 200,
        text: 'Quiet Rivers;Loud Streets;',
        type: films,
      })
      expect(await getAs('/rpc/films_of?year_from=2000&order=id', films)).toMatchObject({
        text: 'Silent Cities;Untitled;',
      })
      expect(await archive.send('/films?select=id', as(films))).toMatchObject(refused(films))
      expect(await archive.send('/genres', as(films))).toMatchObject(refused(films))
    })

    it('accepts the rows of a mutation', async () => {
      const headers = {
        Accept: 'text/tab-separated-values',
        Prefer: 'return=representation,tx=rollback',
      }
      expect(await archive.send('/genres', json('POST', { id: 9, name: 'Noir' }, headers))).toMatchObject({
        status: 201,
        text: '9\tNoir\n',
      })
    })
  })

  describe('the query plan of a request', () => {
    it('is returned only if the database’s settings allow it', async () => {
      const accept = 'application/vnd.pgrst.plan+json'
      expect(await archive.send('/films', as(accept))).toMatchObject(refused(accept))
      await archive.database.script(`
      do $$ begin execute format('alter role authenticator in database %I set pgrst.db_plan_enabled to %L', current_database(), 'true'); end $$;
      notify pgrst, 'reload config';
    `)
      await expect.poll(async () => (await archive.send('/films', as(accept))).status, { timeout: 15_000 }).toBe(200)
    })

    it('is JSON or text, for reads, writes and calls', async () => {
      const plan = await archive.send('/films?id=eq.1', as('application/vnd.pgrst.plan+json'))
      expect(plan.headers.get('content-type')).toBe(
        'application/vnd.pgrst.plan+json; for="application/json"; charset=utf-8',
      )
      expect(plan.json).toEqual([{ Plan: expect.objectContaining({ 'Total Cost': expect.any(Number) }) }])
      const text = await getAs('/films?select=id,reviews(id)', 'application/vnd.pgrst.plan+text; options=verbose')
      expect(text.text).toMatch(/^Aggregate {2}\(cost=/)
      expect(text.type).toBe('application/vnd.pgrst.plan+text; for="application/json"; options=verbose; charset=utf-8')
      const analyzed = await getAs('/rpc/films_of?year_from=1', 'application/vnd.pgrst.plan; options=analyze|buffers')
      expect(analyzed.text).toContain('actual time')
      const write = await archive.send(
        '/reviews?id=eq.1',
        json('PATCH', { stars: 1 }, { Accept: 'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object"' }),
      )
      expect(write).toMatchObject({ status: 200, json: [{ Plan: {} }] })
      expect(write.headers.get('content-type')).toContain('for="application/vnd.pgrst.object+json"')
      expect((await archive.send('/reviews?id=eq.1&select=stars')).json).toEqual([{ stars: 5 }])
    })
  })

  describe('Server-Timing', () => {
    it('has the duration of each stage, if the database’s settings ask for it', async () => {
      const stagesOf = async (path: string, init?: RequestInit) =>
        (await archive.send(path, init)).headers.get('server-timing')?.replaceAll(/;dur=\d+\.\d/g, '')
      expect(await stagesOf('/genres')).toBeUndefined()
      await archive.database.script(`
      do $$ begin
        execute format('alter role authenticator in database %I set pgrst.server_timing_enabled to %L', current_database(), 'true');
      end $$;
      notify pgrst, 'reload config';
    `)
      await expect.poll(() => stagesOf('/genres'), { timeout: 15_000 }).toBe('parse, plan, transaction, response')
      expect(await stagesOf('/rpc/add', json('POST', { a: 1 }))).toBe('parse, plan, transaction, response')
      expect(await stagesOf('/genres', { method: 'OPTIONS' })).toBe('parse, response')
      expect(await stagesOf('/genres?id=1')).toBe('parse')
      expect(await stagesOf('/rpc/nothing')).toBe('parse, plan')
      expect(await stagesOf('/genres?id=eq.x')).toBe('parse, plan, transaction')
    })
  })

  describe('Content-Location', () => {
    it.each([
      ['/films?select=id&limit=1&id=gt.1&id=lt.9', '/films?id=gt.1,lt.9&limit=1&select=id'],
      ['/genres?name=in.("a b",c)', '/genres?name=in.%28%22a%20b%22%2Cc%29'],
      ['/genres?apikey=secret', '/genres'],
      ['/Odd%20Table', '/Odd%20Table'],
    ])('of %s is %s', async (path, location) => {
      expect((await archive.send(path)).headers.get('content-location')).toBe(location)
    })

    it('is absent for calls and writes, and if it would be too long', async () => {
      const long = await archive.send(`/genres?name=eq.${'é'.repeat(1_000)}`)
      expect([long.status, long.headers.get('content-location')]).toEqual([200, null])
      expect((await archive.send('/rpc/add?a=1')).headers.get('content-location')).toBeNull()
      const write = await archive.send('/genres?id=eq.0', { method: 'DELETE' })
      expect(write.headers.get('content-location')).toBeNull()
    })
  })
})
