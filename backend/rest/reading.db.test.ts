import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archives, type FilmArchive, prefer, signedIn } from './testing/film-archive.ts'

describe.each(archives)('reading on %s', (_, open) => {
  let archive: FilmArchive
  beforeAll(async () => {
    archive = await open()
  })
  afterAll(() => archive.close())

  const titles = async (query: string): Promise<unknown> => {
    const { json } = await archive.send(`/films?select=title&order=id&${query}`, {}, signedIn('u1'))
    return Array.isArray(json) ? json.map(({ title }) => title) : json
  }
  const get = async (path: string) => (await archive.send(path)).json

  describe('filters', () => {
    it.each([
      ['id=eq.1', ['Quiet Rivers']],
      ['id=neq.1', ['Loud Streets', 'Silent Cities', 'Untitled']],
      ['year=gt.1990', ['Silent Cities', 'Untitled']],
      ['year=gte.2000&year=lt.2010', ['Silent Cities']],
      ['year=lte.1980', ['Quiet Rivers']],
      ['title=like.*Cit*', ['Silent Cities']],
      ['title=ilike.q*', ['Quiet Rivers']],
      ['title=match.^[QL]', ['Quiet Rivers', 'Loud Streets']],
      ['title=imatch.^[ql]', ['Quiet Rivers', 'Loud Streets']],
      ['title=in.("Quiet Rivers",Untitled)', ['Quiet Rivers', 'Untitled']],
      ['id=in.()', []],
      ['rating=is.null', ['Untitled']],
      ['rating=is.not_null&id=lt.2', ['Quiet Rivers']],
      ['mood=isdistinct.calm', ['Loud Streets', 'Untitled']],
      ['mood=not.eq.calm', ['Loud Streets']],
      ['search=fts.river', ['Quiet Rivers']],
      ['title=plfts(english).silent city', ['Silent Cities']],
      ['title=phfts(english).silent cities', ['Silent Cities']],
      ['title=wfts(english).river or street', ['Quiet Rivers', 'Loud Streets']],
      ['tags=cs.{city}', ['Loud Streets', 'Silent Cities']],
      ['tags=cd.{city,slow}', ['Loud Streets', 'Silent Cities', 'Untitled']],
      ['tags=ov.{water,x}', ['Quiet Rivers']],
      ['details=cs.{"length":90}', ['Loud Streets']],
      ['screened=sl.[2020-03-01,2020-03-02)', ['Quiet Rivers']],
      ['screened=sr.[2020-01-01,2020-01-02)', ['Loud Streets']],
      ['screened=nxr.[2020-02-01,2020-03-01)', ['Quiet Rivers']],
      ['screened=nxl.[2020-02-01,2020-03-01)', ['Loud Streets']],
      ['screened=adj.[2020-02-01,2020-03-01)', ['Quiet Rivers', 'Loud Streets']],
      ['id=eq(any).{1,3}', ['Quiet Rivers', 'Silent Cities']],
      ['title=like(all).{*i*,*t*}', ['Quiet Rivers', 'Silent Cities', 'Untitled']],
      ['details->>length=eq.90', ['Loud Streets']],
      ['details->cast->>lead=eq.Ben', ['Quiet Rivers']],
      ['details->langs->>0=eq.en', ['Quiet Rivers']],
      ['or=(id.eq.1,and(year.gt.1985,year.lt.1995))', ['Quiet Rivers', 'Loud Streets']],
      ['not.and=(id.gt.1,id.lt.4)', ['Quiet Rivers', 'Untitled']],
      ['or=(title.eq."Quiet Rivers",tags.cs.{city,slow})', ['Quiet Rivers', 'Silent Cities']],
    ])('select the matching films: %s', async (query, expected) => {
      expect(await titles(query)).toEqual(expected)
    })

    it('returns the error in a member’s regular expression', async () => {
      expect(await archive.send('/films?title=match.[', {}, signedIn('u1'))).toMatchObject({
        status: 400,
        json: { code: '2201B', message: 'invalid regular expression: brackets [] not balanced' },
      })
    })

    it('matches values that look like SQL literally', async () => {
      for (const value of ["'; drop table films; --", '$1', '\\', '"', '{}', 'null']) {
        expect(await titles(`title=eq.${encodeURIComponent(value)}`)).toEqual([])
        expect(await titles(`title=in.(${encodeURIComponent(JSON.stringify(value))})`)).toEqual([])
      }
    })
  })

  describe('results', () => {
    it('keep PostgreSQL’s formatting of numbers, timestamps and JSON', async () => {
      const { text } = await archive.send('/roles?select=fee&film_id=eq.1&person_id=eq.2')
      expect(text).toBe('[{"fee":10.50}]')
      expect(await get('/films?select=released&id=eq.1')).toEqual([{ released: '2020-01-01T10:00:00+00:00' }])
    })

    it('include JSON paths named by their last key, casts and aliases', async () => {
      expect(
        await get('/films?select=details->cast->>lead,first:details->langs->>0,details->langs->1,year::text&id=eq.1'),
      ).toEqual([{ lead: 'Ben', first: 'en', langs: 'fr', year: '1980' }])
    })

    it('include tables whose names need quoting', async () => {
      expect(await get('/Odd%20Table?select="the id","Quo\\"te","a,b"&"the id"=eq.1')).toEqual([
        { 'the id': 1, 'Quo"te': 'q', 'a,b': 'ab' },
      ])
    })

    it('are one object in singular form, and 406 for none or several', async () => {
      const singular = { headers: { Accept: 'application/vnd.pgrst.object+json' } }
      const one = await archive.send('/films?select=id&id=eq.1', singular)
      expect(one).toMatchObject({ status: 200, text: '{"id":1}' })
      expect(one.headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8')
      expect(await archive.send('/films?select=id&id=eq.0', singular)).toMatchObject({
        status: 406,
        json: {
          code: 'PGRST116',
          details: 'The result contains 0 rows',
          hint: null,
          message: 'Cannot coerce the result to a single JSON object',
        },
      })
      expect(await archive.send('/films?select=id', singular)).toMatchObject({
        status: 406,
        json: { details: 'The result contains 4 rows' },
      })
    })

    it('can be without nulls, or CSV', async () => {
      const stripped = { headers: { Accept: 'application/vnd.pgrst.array+json;nulls=stripped' } }
      expect(await archive.send('/films?select=id,mood&id=eq.4', stripped)).toMatchObject({ text: '[{"id":4}]' })
      const { text, headers } = await archive.send('/reviews?select=id,note&id=in.(1,4)&order=id', {
        headers: { Accept: 'text/csv' },
      })
      expect(text).toBe('id,note\n1,fine\n4,"a ""quoted"", note"')
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    })

    it('have no body for HEAD', async () => {
      const { status, text, headers } = await archive.send('/films', { method: 'HEAD', ...prefer('count=exact') })
      expect({ status, text, range: headers.get('content-range') }).toEqual({ status: 200, text: '', range: '0-3/4' })
    })

    it('come from another schema by profile', async () => {
      const { json, headers } = await archive.send('/films', { headers: { 'Accept-Profile': 'archive' } })
      expect(json).toEqual([{ id: 1, title: 'Old' }])
      expect(headers.get('content-profile')).toBe('archive')
      expect(await archive.send('/films', { headers: { 'Accept-Profile': 'private' } })).toMatchObject({
        status: 406,
        json: {
          code: 'PGRST106',
          message: 'Invalid schema: private',
          hint: 'Only the following schemas are exposed: public, archive',
        },
      })
    })
  })

  describe('ranges and counts', () => {
    it.each([
      ['/films?select=id', 'count=exact', 200, '0-3/4'],
      ['/films?select=id&limit=2', 'count=exact', 206, '0-1/4'],
      ['/films?select=id&limit=2&offset=2', 'count=exact', 206, '2-3/4'],
      ['/films?select=id&limit=9&offset=3', 'count=exact', 206, '3-3/4'],
      ['/films?select=id&limit=0', 'count=exact', 206, '*/4'],
      ['/films?select=id&offset=4', 'count=exact', 206, '*/4'],
      ['/films?select=id&id=eq.0', 'count=exact', 200, '*/0'],
      ['/films?select=id,reviews!inner()&limit=1', 'count=exact', 206, '0-0/3'],
      ['/films?select=id,film_specs()&film_specs=is.null&limit=1', 'count=exact', 206, '0-0/2'],
      ['/films?select=id&limit=2', 'count=planned', 206, '0-1/4'],
      ['/films?select=id&limit=2', 'count=estimated', 206, '0-1/4'],
      ['/films?select=id&limit=2', '', 200, '0-1/*'],
      ['/films?select=id&offset=-1', '', 200, '0-3/*'],
    ])('of %s with %s', async (path, preference, status, range) => {
      const reply = await archive.send(path, prefer(preference))
      expect({ status: reply.status, range: reply.headers.get('content-range') }).toEqual({ status, range })
    })

    it('respond 416 for a page beyond the end', async () => {
      const { status, json, headers } = await archive.send('/films?offset=5', prefer('count=exact'))
      expect(status).toBe(416)
      expect(json).toMatchObject({
        code: 'PGRST103',
        details: 'An offset of 5 was requested, but there are only 4 rows.',
      })
      expect(headers.get('content-range')).toBe('*/4')
    })

    it('include the Range header', async () => {
      const { json, headers } = await archive.send('/films?select=id&order=id', { headers: { Range: '1-2' } })
      expect(json).toEqual([{ id: 2 }, { id: 3 }])
      expect(headers.get('content-range')).toBe('1-2/*')
      const head = await archive.send('/films', { method: 'HEAD', headers: { Range: '1-2' } })
      expect(head.headers.get('content-range')).toBe('0-3/*')
    })

    it('never exceed the maximum rows, at any level', async () => {
      const small = await open({ maxRows: 1 })
      try {
        expect((await small.send('/films?select=id,reviews(id)&limit=5&id=eq.1')).json).toMatchObject([
          { reviews: [{}] },
        ])
        expect((await small.send('/films?select=id', prefer('count=estimated'))).headers.get('content-range')).toBe(
          '0-0/4',
        )
        expect((await small.send('/rpc/films_of?year_from=1900&select=id')).json).toHaveLength(1)
      } finally {
        await small.close()
      }
    })
  })

  describe('access control', () => {
    it('shows each caller the rows that row-level security allows', async () => {
      const notes = async (sub: string) => (await archive.send('/notes?select=body', {}, signedIn(sub))).json
      expect(await notes('u1')).toEqual([{ body: 'mine' }])
      expect(await notes('u2')).toEqual([{ body: 'theirs' }])
      expect(await notes('u1')).toEqual([{ body: 'mine' }])
    })

    it('responds to a missing privilege with 401 for visitors and 403 for members', async () => {
      const asAnon = await archive.send('/secrets')
      expect(asAnon).toMatchObject({ status: 401, json: { code: '42501' } })
      expect(asAnon.headers.get('www-authenticate')).toBe('Bearer')
      const asUser = await archive.send('/secrets', {}, signedIn('u1'))
      expect(asUser.status).toBe(403)
      expect(asUser.headers.get('www-authenticate')).toBeNull()
    })

    it('responds 401 to an unknown role', async () => {
      expect((await archive.send('/films', {}, { role: 'nobody', claimsText: '{}' })).status).toBe(401)
    })

    it('hides tables of schemas that are not exposed, and their relationships', async () => {
      expect((await archive.send('/ledger')).status).toBe(404)
      expect((await archive.send('/films?select=ledger(*)')).json).toMatchObject({ code: 'PGRST200' })
    })
  })

  describe('partitions', () => {
    it('are read only through their partitioned table, whose policies they would not apply', async () => {
      const parted = await open()
      try {
        await parted.database.script(`
          create table public.screenings (id int, year int, film_id int references public.films, primary key (id, year)) partition by list (year);
          create table public.screenings_2020 partition of public.screenings for values in (2020);
          create view public.screenings_of_2020 as select id, year, film_id from public.screenings_2020;
          insert into public.screenings values (1, 2020, 1);
          grant select on all tables in schema public to anon;
          notify pgrst, 'reload schema';
        `)
        const rows = async (path: string) => (await parted.send(path)).json
        await expect
          .poll(() => rows('/screenings?select=id,films(title)'), { timeout: 15_000 })
          .toEqual([{ id: 1, films: { title: 'Quiet Rivers' } }])
        expect(await rows('/films?select=screenings(id)&id=eq.1')).toEqual([{ screenings: [{ id: 1 }] }])
        expect(await rows('/screenings_of_2020?select=id')).toEqual([{ id: 1 }])
        expect(await parted.send('/screenings_2020')).toMatchObject({ status: 404, json: { code: 'PGRST205' } })
        expect(await rows('/films?select=screenings_2020(id)')).toMatchObject({ code: 'PGRST200' })
      } finally {
        await parted.close()
      }
    })
  })

  describe('unknown names', () => {
    it('get a suggestion for a similar table', async () => {
      expect(await archive.send('/film')).toMatchObject({
        status: 404,
        json: {
          code: 'PGRST205',
          message: "Could not find the table 'public.film' in the schema cache",
          hint: "Perhaps you meant the table 'public.films'",
        },
      })
    })

    it.each([
      ['/films?select=nope', 400, '42703', 'column films.nope does not exist'],
      ['/films?nope=eq.1', 400, '42703', 'column films.nope does not exist'],
      ['/films?order=nope', 400, '42703', 'column films.nope does not exist'],
      ['/films?id=eq.x', 400, '22P02', 'invalid input syntax for type integer: "x"'],
      ['/films?mood=eq.sad', 400, '22P02', 'invalid input value for enum mood: "sad"'],
      ['/films?select=id::nope', 400, '42704', 'type "nope" does not exist'],
      ['/films/1/2', 404, 'PGRST125', 'Invalid path specified in request URL'],
      ['/', 404, 'PGRST126', 'Root endpoint metadata is disabled'],
    ])('get PostgREST’s error: %s', async (path, status, code, message) => {
      const reply = await archive.send(path)
      expect(reply).toMatchObject({ status, json: { code, message } })
      expect(Object.keys(JSON.parse(reply.text))).toEqual(['code', 'details', 'hint', 'message'])
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(reply.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`)
    })
  })

  describe('a resource', () => {
    it('lists its methods for OPTIONS', async () => {
      const allow = async (path: string) => (await archive.send(path, { method: 'OPTIONS' })).headers.get('allow')
      expect(await allow('/films')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
      expect(await allow('/rpc/add')).toBe('OPTIONS,GET,HEAD,POST')
      expect(await allow('/rpc/rename_film')).toBe('OPTIONS,POST')
    })
  })

  describe('the schema cache', () => {
    it('is reloaded after objects were created or dropped', async () => {
      expect((await archive.send('/latecomers')).status).toBe(404)
      await archive.database.script('create table latecomers (id int)')
      await expect.poll(async () => (await archive.send('/latecomers')).json, { timeout: 15_000 }).toEqual([])
      await archive.database.script('drop table latecomers')
      await expect.poll(async () => (await archive.send('/latecomers')).status, { timeout: 15_000 }).toBe(404)
    })

    it('is reloaded on a notification', async () => {
      await archive.database.script(`
      set session_replication_role = replica;
      create table quiet_latecomers (id int);
      set session_replication_role = origin;
    `)
      expect((await archive.send('/quiet_latecomers')).status).toBe(404)
      await archive.database.script(`notify pgrst, 'reload schema'`)
      await expect.poll(async () => (await archive.send('/quiet_latecomers')).json, { timeout: 15_000 }).toEqual([])
    })

    it('serves requests while it is reloaded', async () => {
      const replies = await Promise.all([
        archive.rest.reload(),
        archive.send('/films?select=id&id=eq.1'),
        archive.rest.reload(),
      ])
      expect(replies[1].json).toEqual([{ id: 1 }])
    })
  })
})
