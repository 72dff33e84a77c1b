import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneDatabase } from '../fuzzing.ts'
import { anon, archives, type FilmArchive, json, prefer, requestTo, signedIn } from './testing/film-archive.ts'

describe.each(oneDatabase(archives))('calling on %s', (_, open) => {
  let archive: FilmArchive
  beforeAll(async () => {
    archive = await open()
  })
  afterAll(() => archive.close())

  const get = async (path: string) => (await archive.send(path)).json
  const post = (name: string, body: unknown, headers?: Record<string, string>) =>
    archive.send(`/rpc/${name}`, json('POST', body, headers))

  describe('the write of a request', () => {
    const writeOf = (path: string, init?: RequestInit) => archive.rest.writeOf(requestTo(path, init))
    const called = (path: string, headers: Record<string, string> = {}) => writeOf(path, json('POST', {}, headers))

    it('is the call of a volatile function, however its name is written', () => {
      for (const path of ['rename_film', 'rename%5Ffilm', 'rename_film/', '/rename_film', 'rename_film?select=id'])
        expect(called(`/rpc/${path}`)).toEqual({ called: 'rename_film' })
      expect(called('//rpc//rename_film')).toEqual({ called: 'rename_film' })
    })

    it('is none for a function that only reads, and for any function by GET, which runs read-only', () => {
      for (const path of ['/rpc/add', '/rpc/search_films']) expect(called(path)).toBeNull()
      for (const method of ['GET', 'HEAD']) expect(writeOf('/rpc/rename_film', { method })).toBeNull()
    })

    it('may be made by an unknown function, which counts with all others', () => {
      for (const path of ['/rpc/nothing', '/rpc/something']) expect(called(path)).toEqual({ called: '' })
      expect(called('/rpc/rename_film', { 'content-profile': 'archive' })).toEqual({ called: '' })
    })

    it('is rows for a table, and none for a request that is refused', () => {
      for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) expect(writeOf('/films', { method })).toBe('rows')
      expect(writeOf('/films')).toBeNull()
      for (const path of ['/rpc/rename_film', '/films/1/2']) expect(writeOf(path, { method: 'PATCH' })).toBeNull()
    })
  })

  describe('arguments', () => {
    it('come from the URL or a JSON body, and have defaults', async () => {
      expect(await get('/rpc/add?a=1')).toBe(11)
      expect(await get('/rpc/add?a=1&b=2')).toBe(3)
      expect((await post('add', { a: 1 })).json).toBe(11)
      expect((await post('add', { b: 5, a: 1 })).json).toBe(6)
      expect((await archive.send('/rpc/search_films', { method: 'POST' })).json).toMatchObject({ q: '' })
    })

    it('of a variadic function are repeated or an array', async () => {
      expect(await get('/rpc/total?amounts=1&amounts=2')).toBe(3)
      expect((await post('total', { amounts: [1, 2, 3] })).json).toBe(6)
    })

    it('are the whole body for a single unnamed parameter', async () => {
      for (const body of [{ a: { b: 1 } }, [1, { a: 2 }], []]) expect((await post('echo', body)).json).toEqual(body)
      const text = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'hi "you"' }
      expect((await archive.send('/rpc/shout', text)).json).toBe('HI "YOU"')
    })

    it('are the body for an unnamed text parameter, whose overloads of other types cannot be called', async () => {
      expect((await post('hear', { '': 'anything' })).json).toBe('words')
      expect(await archive.send('/rpc/full_title', json('POST', { '': { id: 1 } }))).toMatchObject({
        status: 404,
        json: {
          message: 'Could not find the function public.full_title() in the schema cache',
          details:
            'Searched for the function public.full_title with parameter  or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
          hint: null,
        },
      })
      expect(await post('perhaps', {})).toMatchObject({
        status: 300,
        json: {
          message: 'Could not choose the best candidate function between: public.perhaps(), public.perhaps( => text)',
        },
      })
    })

    it('come from a form or the first line of CSV too', async () => {
      const as = (type: string, body: string) => ({ method: 'POST', headers: { 'Content-Type': type }, body })
      const form = 'application/x-www-form-urlencoded'
      expect((await archive.send('/rpc/add', as(form, 'a=1&a=2&b=3'))).json).toBe(5)
      expect((await archive.send('/rpc/total', as(form, 'amounts=1&amounts=2'))).json).toBe(3)
      expect((await archive.send('/rpc/add', as('text/csv', 'a,b\n1,2\n3,4'))).json).toBe(3)
      expect(await archive.send('/rpc/echo', as('text/csv', 'x\n1'))).toMatchObject({
        status: 404,
        json: {
          details:
            'Searched for the function public.echo with parameter x, but no matches were found in the schema cache.',
        },
      })
    })

    it('of an array are those of its first object, for a single call', async () => {
      expect((await post('count_calls', [{ step: 1 }, { step: 2 }])).json).toBe(1)
      expect((await post('count_calls', { step: 1 })).json).toBe(2)
      expect((await post('films_of?select=id', [{ year_from: 2010 }, { year_from: 1980 }])).json).toEqual([{ id: 4 }])
    })

    it('of type char and bit keep their length', async () => {
      expect(await get('/rpc/badge?letters=abcdef&flags={10101}')).toEqual(['abcdef', ['10101']])
      expect((await post('badge', { letters: 'abcdef', flags: ['10101'] })).json).toEqual(['abcdef', ['10101']])
    })

    it('select the overload by their names', async () => {
      expect(await get('/rpc/overloaded?a=1')).toBe('one')
      expect((await post('overloaded', { a: 1, b: 2 })).json).toBe('two')
      expect(await archive.send('/rpc/vague?a=1')).toMatchObject({
        status: 300,
        json: {
          code: 'PGRST203',
          message:
            'Could not choose the best candidate function between: public.vague(a => integer), public.vague(a => text)',
        },
      })
    })

    it('with wrong names get an error with a suggestion', async () => {
      expect(await post('addd', { a: 1 })).toMatchObject({
        status: 404,
        json: {
          code: 'PGRST202',
          message: 'Could not find the function public.addd(a) in the schema cache',
          details:
            'Searched for the function public.addd with parameter a or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
          hint: 'Perhaps you meant to call the function public.add',
        },
      })
      expect(await archive.send('/rpc/add?a=1&c=2')).toMatchObject({
        status: 404,
        json: { hint: 'Perhaps you meant to call the function public.add(a, b)' },
      })
      expect(await archive.send('/rpc/add')).toMatchObject({
        json: { message: 'Could not find the function public.add without parameters in the schema cache' },
      })
    })

    it('of the wrong type get 400', async () => {
      expect(await archive.send('/rpc/add?a=x')).toMatchObject({ status: 400, json: { code: '22P02' } })
      expect(await post('add', { a: 'x' })).toMatchObject({ status: 400, json: { code: '22P02' } })
    })
  })

  describe('results', () => {
    it('are a value, a list of values, an object or rows', async () => {
      expect(await get('/rpc/years')).toEqual([1980, 1990, 2000, 2010])
      expect(await get('/rpc/best_film?select=title,studios(name)')).toEqual({
        title: 'Silent Cities',
        studios: { name: 'South' },
      })
      expect(await get('/rpc/stats')).toEqual([{ films: 4, average: 8.2 }])
    })

    it('of a domain over a table’s row type can be extended with embedded resources', async () => {
      expect(await get('/rpc/film_as_domain?film=1&select=title,studios(name)')).toEqual([
        { title: 'Quiet Rivers', studios: { name: 'North' } },
      ])
    })

    it('of type record are an object', async () => {
      expect(await get('/rpc/film_as_record?film=1')).toEqual({ title: 'Quiet Rivers', year: 1980 })
    })

    it('are counted, a value as one', async () => {
      for (const path of ['/rpc/add?a=1', '/rpc/best_film', '/rpc/film_as_domain?film=1']) {
        const { status, headers } = await archive.send(path, prefer('count=exact'))
        expect({ status, range: headers.get('content-range') }).toEqual({ status: 200, range: '0-0/1' })
      }
    })

    it('keep PostgreSQL’s formatting', async () => {
      expect((await archive.send('/rpc/search_films?q=river')).text).toBe('{"q": "river", "items": ["Quiet Rivers"]}')
      expect((await archive.send('/rpc/add?a=1')).headers.get('content-type')).toBe('application/json; charset=utf-8')
    })

    it('of rows can be filtered, ordered, limited, counted and extended with embedded resources', async () => {
      const path =
        '/rpc/films_of?year_from=1980&select=title,people!director_id(name)&rating=gt.7&order=rating.desc&limit=1'
      const reply = await archive.send(path, prefer('count=exact'))
      expect(reply.json).toEqual([{ title: 'Silent Cities', people: { name: 'Ben' } }])
      expect(reply).toMatchObject({ status: 206 })
      expect(reply.headers.get('content-range')).toBe('0-0/2')
      expect((await post('films_of?select=title&title=like.U*', { year_from: 1980 })).json).toEqual([
        { title: 'Untitled' },
      ])
    })

    it('of values can be limited', async () => {
      expect(await get('/rpc/years?limit=2&offset=1')).toEqual([1990, 2000])
    })

    it('of type void are 204', async () => {
      const { status, text } = await post('rename_film', { film: 4, new_title: 'Untitled' })
      expect({ status, text }).toEqual({ status: 204, text: '' })
    })

    it('are left out for HEAD', async () => {
      expect(await archive.send('/rpc/add?a=1', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
    })

    it('can be required to be a single row, or the call is undone', async () => {
      const singular = { Accept: 'application/vnd.pgrst.object+json' }
      expect(await post('remove_reviews', { film: 1 }, singular)).toMatchObject({
        status: 406,
        json: { code: 'PGRST116' },
      })
      expect((await archive.send('/reviews?film_id=eq.1')).json).toHaveLength(2)
      expect(await post('remove_reviews', { film: 3 }, singular)).toMatchObject({ status: 200, json: { author: 'z' } })
    })

    it('can be limited in number for functions that return rows', async () => {
      const strict = { Prefer: 'handling=strict,max-affected=1' }
      expect(await post('remove_reviews', { film: 1 }, strict)).toMatchObject({
        status: 400,
        json: { code: 'PGRST124' },
      })
      expect(await post('add', { a: 1 }, strict)).toMatchObject({ status: 400, json: { code: 'PGRST128' } })
      expect((await archive.send('/reviews?film_id=eq.1')).json).toHaveLength(2)
    })
  })

  describe('a function', () => {
    it('that changes data cannot be called by GET', async () => {
      expect(await archive.send('/rpc/rename_film?film=1&new_title=x')).toMatchObject({
        status: 405,
        json: { code: '25006' },
      })
      expect((await archive.send('/films?select=title&id=eq.1')).json).toEqual([{ title: 'Quiet Rivers' }])
    })

    it('reads its caller’s claims and the request', async () => {
      const init = { method: 'POST', headers: { 'User-Agent': 'me', Cookie: 'a=b; seen=yes' } }
      expect((await archive.send('/rpc/whoami', init, signedIn('u9'))).json).toEqual({
        role: 'authenticated',
        sub: 'u9',
        method: 'POST',
        path: '/rpc/whoami',
        agent: 'me',
        cookie: 'yes',
      })
      expect(await get('/rpc/whoami')).toMatchObject({ role: 'anon', sub: null })
    })

    it('can set the status and headers of its response only', async () => {
      const reply = await archive.send('/rpc/teapot', { method: 'POST' })
      expect(reply).toMatchObject({ status: 418, json: 'short and stout' })
      expect(reply.headers.get('x-tea')).toBe('green')
      expect(reply.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
      expect(await archive.send('/rpc/add?a=1')).toMatchObject({ status: 200 })
    })

    it('can define its own error response', async () => {
      const reply = await archive.send('/rpc/fail_with_own_response', { method: 'POST' })
      expect(reply).toMatchObject({
        status: 451,
        json: { code: 'SHOP1', message: 'Closed', details: 'Sundays', hint: 'Come back' },
      })
      expect(reply.headers.get('x-reason')).toBe('law')
      expect(await archive.send('/rpc/raise_invalid_json', { method: 'POST' })).toMatchObject({
        status: 500,
        json: { code: 'PGRST121' },
      })
    })

    it.each([
      ['P0001', 400],
      ['PT402', 402],
      ['23505', 409],
      ['28000', 403],
      ['42P01', 404],
      ['42501', 401],
      ['53400', 500],
      ['22012', 400],
      ['P0002', 500],
      ['57014', 500],
    ])('that raises %s responds %i', async (code, status) => {
      expect(await post('fail_with', { sqlstate_code: code })).toMatchObject({
        status,
        json: { code, message: 'as told', details: 'the detail', hint: 'the hint' },
      })
    })

    it('is called before each request if the database’s settings name it, and can refuse the request', async () => {
      const guarded = await open()
      try {
        await guarded.database.script(`
        create function public.check_request() returns void language plpgsql as $$ begin
          if current_setting('request.headers', true)::json->>'x-door' is distinct from 'open' then
            raise exception 'closed' using errcode = 'PT403';
          end if;
          perform set_config('response.headers', '[{"X-Checked": "yes"}]', true);
        end $$;
        do $$ begin
          execute format('alter role authenticator in database %I set pgrst.db_pre_request to %L', current_database(), 'public.check_request');
        end $$;
        notify pgrst, 'reload config';
      `)
        await expect.poll(async () => (await guarded.send('/films?id=eq.1')).status, { timeout: 15_000 }).toBe(403)
        const open = { headers: { 'X-Door': 'open' } }
        const read = await guarded.send('/films?select=id&id=eq.1', open)
        expect(read).toMatchObject({ status: 200, json: [{ id: 1 }] })
        expect(read.headers.get('x-checked')).toBe('yes')
        expect((await guarded.send('/reviews?id=eq.1', { method: 'DELETE' })).json).toMatchObject({ message: 'closed' })
        expect((await guarded.send('/reviews?select=id&id=eq.1', open)).json).toEqual([{ id: 1 }])
      } finally {
        await guarded.close()
      }
    })

    it('gets its own arguments if another request is asked about before it is handled', async () => {
      const { rest } = archive
      const [sum, title] = [requestTo('/rpc/add', json('POST', { a: 1 })), requestTo('/films?select=title&id=eq.1')]
      expect([rest.writeOf(sum), rest.writeOf(title)]).toEqual([null, null])
      const texts = [await rest.handle(sum, anon), await rest.handle(title, anon)].map((response) => response.text())
      expect(await Promise.all(texts)).toEqual(['11', '[{"title":"Quiet Rivers"}]'])
    })

    it('cannot be called by other methods', async () => {
      expect(await archive.send('/rpc/add', { method: 'DELETE' })).toMatchObject({
        status: 405,
        json: { code: 'PGRST101', message: 'Cannot use the DELETE method on RPC' },
      })
    })

    it('uses the preferred time zone', async () => {
      const reply = await archive.send(
        '/rpc/films_of?year_from=1980&year_to=1980&select=released',
        prefer('timezone=America/New_York'),
      )
      expect(reply.json).toEqual([{ released: '2020-01-01T05:00:00-05:00' }])
      expect(reply.headers.get('preference-applied')).toBe('timezone=America/New_York')
    })
  })
})
