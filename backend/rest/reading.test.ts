import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilmArchive, openFilmArchive, prefer, signedIn } from './testing/film-archive.ts'

let archive: FilmArchive
beforeAll(async () => {
  archive = await openFilmArchive()
})
afterAll(() => archive.close())

const titles = async (query: string): Promise<unknown> => {
  const { json } = await archive.send(`/films?select=title&order=id&${query}`)
  return Array.isArray(json) ? json.map(({ title }) => title) : json
}
const get = async (path: string) => (await archive.send(path)).json

describe('embedding', () => {
  it('nests a to-one as an object, null where there is none', async () => {
    expect(await get('/films?select=title,studios(name)&id=in.(1,4)&order=id')).toEqual([
      { title: 'Quiet Rivers', studios: { name: 'North' } },
      { title: 'Untitled', studios: null },
    ])
  })

  it('nests a to-many as an array, empty where there is none', async () => {
    expect(await get('/films?select=id,reviews(stars)&id=in.(1,4)&order=id&reviews.order=stars')).toEqual([
      { id: 1, reviews: [{ stars: 3 }, { stars: 5 }] },
      { id: 4, reviews: [] },
    ])
  })

  it('goes through a junction whose key is made of both foreign keys', async () => {
    expect(await get('/genres?select=name,films(title)&films.order=id&order=id')).toEqual([
      { name: 'Drama', films: [{ title: 'Quiet Rivers' }, { title: 'Loud Streets' }] },
      { name: 'Comedy', films: [{ title: 'Loud Streets' }, { title: 'Silent Cities' }] },
    ])
  })

  it('nests several levels deep', async () => {
    expect(
      await get('/studios?select=name,films(title,roles(part,people(name,mentor:mentor_id(name))))&id=eq.2'),
    ).toEqual([
      {
        name: 'South',
        films: [
          { title: 'Silent Cities', roles: [{ part: 'Ghost', people: { name: 'Dov', mentor: { name: 'Ben' } } }] },
        ],
      },
    ])
  })

  it('tells both directions of a self reference apart', async () => {
    expect(await get('/people?select=name,mentor_id(name),people!mentor_id(name)&id=eq.2')).toEqual([
      { name: 'Ben', mentor_id: { name: 'Ada' }, people: [{ name: 'Dov' }] },
    ])
  })

  it('takes a hint by constraint, by column and by junction', async () => {
    const ada = [{ title: 'Quiet Rivers', people: { name: 'Ada' } }]
    expect(await get('/films?select=title,people!films_director_id_fkey(name)&id=eq.1')).toEqual(ada)
    expect(await get('/films?select=title,people!director_id(name)&id=eq.1')).toEqual(ada)
    expect(await get('/films?select=title,people!roles(name)&id=eq.1')).toEqual([
      { title: 'Quiet Rivers', people: [{ name: 'Ben' }, { name: 'Cleo' }] },
    ])
  })

  it('shows one-to-one as an object from both sides', async () => {
    expect(await get('/films?select=film_specs(camera)&id=eq.1')).toEqual([{ film_specs: { camera: 'Arri' } }])
    expect(await get('/film_specs?select=films(title)&film_id=eq.1')).toEqual([{ films: { title: 'Quiet Rivers' } }])
  })

  it('drops rows without a match under !inner, with filters on what is embedded', async () => {
    expect(await get('/films?select=id,reviews!inner(stars)&reviews.stars=gte.4&order=id')).toEqual([
      { id: 1, reviews: [{ stars: 5 }] },
      { id: 3, reviews: [{ stars: 4 }] },
    ])
    expect(await get('/films?select=id,studios!inner()&studios.name=eq.South')).toEqual([{ id: 3 }])
  })

  it('keeps rows without a match under !left', async () => {
    expect(await get('/films?select=id,studios!left(name)&studios.name=eq.South&id=lt.4&order=id')).toEqual([
      { id: 1, studios: null },
      { id: 2, studios: null },
      { id: 3, studios: { name: 'South' } },
    ])
  })

  it('filters rows by whether something is embedded, also within or', async () => {
    const without = await get('/films?select=title,film_specs(camera)&film_specs=is.null&order=id')
    expect(without).toEqual([
      { title: 'Loud Streets', film_specs: null },
      { title: 'Untitled', film_specs: null },
    ])
    const query = '/films?select=title,film_specs(),reviews()&or=(film_specs.not.is.null,reviews.is.null)&order=id'
    expect(await get(query)).toEqual([{ title: 'Quiet Rivers' }, { title: 'Silent Cities' }, { title: 'Untitled' }])
  })

  it('orders and limits each level', async () => {
    expect(
      await get(
        '/films?select=id,reviews(stars)&order=id.desc&limit=2&offset=1&reviews.order=stars.desc&reviews.limit=1',
      ),
    ).toEqual([
      { id: 3, reviews: [{ stars: 4 }] },
      { id: 2, reviews: [{ stars: 2 }] },
    ])
  })

  it('orders by a field of a to-one, whether it is selected or not', async () => {
    for (const columns of ['*', 'name', 'id']) {
      expect(
        await get(`/films?select=id,studios(${columns})&order=studios(name).desc.nullslast,id&limit=2`),
      ).toMatchObject([{ id: 3 }, { id: 1 }])
    }
  })

  it('spreads a to-one into its parent and a to-many into arrays', async () => {
    expect(await get('/films?select=id,...studios(studio:name,...films(titles:title))&id=eq.3')).toEqual([
      { id: 3, studio: 'South', titles: ['Silent Cities'] },
    ])
    expect(await get('/films?select=id,...genres(*)&id=in.(2,4)&genres.order=id&order=id')).toMatchObject([
      { name: ['Drama', 'Comedy'] },
      { name: [] },
    ])
  })

  it('follows foreign keys through views, and views of views', async () => {
    expect(await get('/acclaimed?select=name,people!director_id(name)&order=id')).toEqual([
      { name: 'Quiet Rivers', people: { name: 'Ada' } },
      { name: 'Silent Cities', people: { name: 'Ben' } },
    ])
    expect(await get('/reviews?select=author,acclaimed_names(name)&film_id=eq.3')).toEqual([
      { author: 'z', acclaimed_names: { name: 'Silent Cities' } },
    ])
  })

  it('calls computed columns and computed relationships', async () => {
    expect(await get('/films?select=full_title&full_title=like.Quiet*')).toEqual([
      { full_title: 'Quiet Rivers (1980)' },
    ])
    expect(await get('/people?select=name,debut(title,studios(name))&id=lt.3&order=id')).toEqual([
      { name: 'Ada', debut: { title: 'Quiet Rivers', studios: { name: 'North' } } },
      { name: 'Ben', debut: { title: 'Silent Cities', studios: { name: 'South' } } },
    ])
  })

  it('answers 300 with the choices where a name is ambiguous', async () => {
    const { status, json } = await archive.send('/films?select=people(name)')
    expect(status).toBe(300)
    expect(json).toMatchObject({
      code: 'PGRST201',
      message: "Could not embed because more than one relationship was found for 'films' and 'people'",
      hint: expect.stringContaining("'people!films_director_id_fkey', 'people!films_producer_id_fkey', 'people!roles'"),
      details: [
        {
          cardinality: 'many-to-one',
          embedding: 'films with people',
          relationship: 'films_director_id_fkey using films(director_id) and people(id)',
        },
        { cardinality: 'many-to-one' },
        {
          cardinality: 'many-to-many',
          relationship: 'roles using roles_film_id_fkey(film_id) and roles_person_id_fkey(person_id)',
        },
      ],
    })
  })

  it.each([
    ['/films?select=reviewz(*)', 'PGRST200', "Perhaps you meant 'reviews' instead of 'reviewz'."],
    [
      '/films?select=title&reviews.stars=eq.1',
      'PGRST108',
      "Verify that 'reviews' is included in the 'select' query parameter.",
    ],
    ['/films?select=reviews(*)&order=reviews(stars)', 'PGRST118', null],
    ['/films?select=studios(*)&studios=eq.1', 'PGRST120', null],
    ['/films?select=count()', 'PGRST123', null],
  ])('answers 400 to %s with %s', async (path, code, hint) => {
    const { status, json } = await archive.send(path)
    expect({ status, json }).toMatchObject({ status: 400, json: { code, hint } })
  })
})

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
  ])('%s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected)
  })

  it('matches values that look like SQL literally', async () => {
    for (const value of ["'; drop table films; --", '$1', '\\', '"', '{}', 'null']) {
      expect(await titles(`title=eq.${encodeURIComponent(value)}`)).toEqual([])
      expect(await titles(`title=in.(${encodeURIComponent(JSON.stringify(value))})`)).toEqual([])
    }
  })
})

describe('values and forms', () => {
  it('leaves numbers, timestamps and JSON exactly as PostgreSQL writes them', async () => {
    const { text } = await archive.send('/roles?select=fee&film_id=eq.1&person_id=eq.2')
    expect(text).toBe('[{"fee":10.50}]')
    expect(await get('/films?select=released&id=eq.1')).toEqual([{ released: '2020-01-01T10:00:00+00:00' }])
  })

  it('selects JSON paths under the last key, casts and aliases', async () => {
    expect(
      await get('/films?select=details->cast->>lead,first:details->langs->>0,details->langs->1,year::text&id=eq.1'),
    ).toEqual([{ lead: 'Ben', first: 'en', langs: 'fr', year: '1980' }])
  })

  it('reads a table whose names need quoting', async () => {
    expect(await get('/Odd%20Table?select="the id","Quo\\"te","a,b"&"the id"=eq.1')).toEqual([
      { 'the id': 1, 'Quo"te': 'q', 'a,b': 'ab' },
    ])
  })

  it('gives one object for the singular form, and 406 for none or several', async () => {
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

  it('strips nulls and writes CSV when asked', async () => {
    const stripped = { headers: { Accept: 'application/vnd.pgrst.array+json;nulls=stripped' } }
    expect(await archive.send('/films?select=id,mood&id=eq.4', stripped)).toMatchObject({ text: '[{"id":4}]' })
    const { text, headers } = await archive.send('/reviews?select=id,note&id=in.(1,4)&order=id', {
      headers: { Accept: 'text/csv' },
    })
    expect(text).toBe('id,note\n1,fine\n4,"a ""quoted"", note"')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  })

  it('answers HEAD with the headers alone', async () => {
    const { status, text, headers } = await archive.send('/films', { method: 'HEAD', ...prefer('count=exact') })
    expect({ status, text, range: headers.get('content-range') }).toEqual({ status: 200, text: '', range: '0-3/4' })
  })

  it('reads another schema by profile', async () => {
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
  ])('%s with %s', async (path, preference, status, range) => {
    const reply = await archive.send(path, prefer(preference))
    expect({ status: reply.status, range: reply.headers.get('content-range') }).toEqual({ status, range })
  })

  it('answers 416 for a page behind the end', async () => {
    const { status, json, headers } = await archive.send('/films?offset=5', prefer('count=exact'))
    expect(status).toBe(416)
    expect(json).toMatchObject({
      code: 'PGRST103',
      details: 'An offset of 5 was requested, but there are only 4 rows.',
    })
    expect(headers.get('content-range')).toBe('*/4')
  })

  it('reads a Range header', async () => {
    const { json, headers } = await archive.send('/films?select=id&order=id', { headers: { Range: '1-2' } })
    expect(json).toEqual([{ id: 2 }, { id: 3 }])
    expect(headers.get('content-range')).toBe('1-2/*')
  })

  it('never gives more rows than allowed, at any level', async () => {
    const small = await openFilmArchive({ maxRows: 1 })
    try {
      expect((await small.send('/films?select=id,reviews(id)&limit=5&id=eq.1')).json).toMatchObject([{ reviews: [{}] }])
      expect((await small.send('/films?select=id', prefer('count=estimated'))).headers.get('content-range')).toBe(
        '0-0/4',
      )
      expect((await small.send('/rpc/films_of?year_from=1900&select=id')).json).toHaveLength(1)
    } finally {
      await small.close()
    }
  })
})

describe('whom it is for', () => {
  it('shows each caller what row-level security lets them see', async () => {
    const notes = async (sub: string) => (await archive.send('/notes?select=body', {}, signedIn(sub))).json
    expect(await notes('u1')).toEqual([{ body: 'mine' }])
    expect(await notes('u2')).toEqual([{ body: 'theirs' }])
    expect(await notes('u1')).toEqual([{ body: 'mine' }])
  })

  it('answers a missing privilege with 401 to anon and 403 to whom is signed in', async () => {
    const asAnon = await archive.send('/secrets')
    expect(asAnon).toMatchObject({ status: 401, json: { code: '42501' } })
    expect(asAnon.headers.get('www-authenticate')).toBe('Bearer')
    const asUser = await archive.send('/secrets', {}, signedIn('u1'))
    expect(asUser.status).toBe(403)
    expect(asUser.headers.get('www-authenticate')).toBeNull()
  })

  it('answers a role that does not exist with 401', async () => {
    expect((await archive.send('/films', {}, { role: 'nobody', claimsText: '{}' })).status).toBe(401)
  })

  it('hides tables of schemas that are not exposed, and their relationships', async () => {
    expect((await archive.send('/ledger')).status).toBe(404)
    expect((await archive.send('/films?select=ledger(*)')).json).toMatchObject({ code: 'PGRST200' })
  })
})

describe('unknown names', () => {
  it('suggests the table that was probably meant', async () => {
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
    ['/films?title=match.[', 400, '2201B', 'invalid regular expression: brackets [] not balanced'],
    ['/films/1/2', 404, 'PGRST125', 'Invalid path specified in request URL'],
    ['/', 404, 'PGRST126', 'Root endpoint metadata is disabled'],
  ])('%s', async (path, status, code, message) => {
    const reply = await archive.send(path)
    expect(reply).toMatchObject({ status, json: { code, message } })
    expect(Object.keys(JSON.parse(reply.text))).toEqual(['code', 'details', 'hint', 'message'])
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(reply.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`)
  })

  it('answers OPTIONS with the methods a resource takes', async () => {
    const allow = async (path: string) => (await archive.send(path, { method: 'OPTIONS' })).headers.get('allow')
    expect(await allow('/films')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
    expect(await allow('/rpc/add')).toBe('OPTIONS,GET,HEAD,POST')
    expect(await allow('/rpc/rename_film')).toBe('OPTIONS,POST')
  })
})

describe('the schema', () => {
  it('is read anew when something in it was made or dropped', async () => {
    expect((await archive.send('/latecomers')).status).toBe(404)
    await archive.database.script('create table latecomers (id int)')
    await expect.poll(async () => (await archive.send('/latecomers')).json).toEqual([])
    await archive.database.script('drop table latecomers')
    await expect.poll(async () => (await archive.send('/latecomers')).status).toBe(404)
  })

  it('is read anew when the database says so', async () => {
    await archive.database.script(`
      set event_triggers = off;
      create table quiet_latecomers (id int);
      set event_triggers = on;
    `)
    expect((await archive.send('/quiet_latecomers')).status).toBe(404)
    await archive.database.script(`notify pgrst, 'reload schema'`)
    await expect.poll(async () => (await archive.send('/quiet_latecomers')).json).toEqual([])
  })

  it('serves who is under way while it is read', async () => {
    const replies = await Promise.all([
      archive.rest.reload(),
      archive.send('/films?select=id&id=eq.1'),
      archive.rest.reload(),
    ])
    expect(replies[1].json).toEqual([{ id: 1 }])
  })
})

describe('aggregates, where they are allowed', () => {
  it('group by everything else that is selected', async () => {
    const counting = await openFilmArchive({ allowsAggregates: true })
    const get = async (path: string) => (await counting.send(path)).json
    try {
      expect(await get('/films?select=count(),newest:year.max(),avg:rating.avg()::text')).toEqual([
        { count: 4, newest: 2010, avg: '8.2000000000000000' },
      ])
      expect(await get('/films?select=mood,year.min()&order=mood')).toEqual([
        { mood: 'calm', min: 1980 },
        { mood: 'loud', min: 1990 },
        { mood: null, min: 2010 },
      ])
      expect(await get('/films?select=id.count(),studios(name)&studio_id=eq.1')).toEqual([
        { count: 2, studios: { name: 'North' } },
      ])
      expect(await get('/reviews?select=stars.sum(),...films(title)&film_id=eq.1')).toEqual([
        { sum: 8, title: 'Quiet Rivers' },
      ])
      expect(await get('/genres?select=*,count()&order=id')).toEqual([
        { id: 1, name: 'Drama', count: 1 },
        { id: 2, name: 'Comedy', count: 1 },
      ])
      expect(await get('/films?select=title,reviews(stars.sum())&id=in.(1,4)&order=id')).toEqual([
        { title: 'Quiet Rivers', reviews: [{ sum: 8 }] },
        { title: 'Untitled', reviews: [{ sum: null }] },
      ])
    } finally {
      await counting.close()
    }
  })
})
