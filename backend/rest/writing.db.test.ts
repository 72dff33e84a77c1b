import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { oneDatabase } from '../fuzzing.ts'
import { anon, archives, type FilmArchive, json, signedIn } from './testing/film-archive.ts'

describe.each(oneDatabase(archives))('writing on %s', (_, open) => {
  let archive: FilmArchive
  beforeAll(async () => {
    archive = await open()
  })
  afterAll(() => archive.close())

  // The rows at the start of every test.
  beforeEach(async () => {
    await archive.database.script(`
    truncate settings, reviews restart identity;
    insert into settings values ('theme', 'en', 'dark'), ('theme', 'fr', 'sombre');
    insert into reviews (film_id, author, stars) values (1, 'x', 5), (1, 'y', 3), (2, 'x', 2);
    delete from films where id > 100;
    alter sequence films_id_seq restart with 101;
  `)
  })

  const returned = { Prefer: 'return=representation' }
  const one = { Prefer: 'return=representation', Accept: 'application/vnd.pgrst.object+json' }
  const settings = async () => (await archive.send('/settings?order=key,lang')).json
  const reviews = async () => (await archive.send('/reviews?select=id,stars&order=id')).json

  describe('inserting', () => {
    it('responds 201, with a body only on request', async () => {
      const reply = await archive.send('/films', json('POST', { title: 'New' }))
      expect(reply).toMatchObject({ status: 201, text: '' })
      expect(reply.headers.get('content-range')).toBe('*/*')
      expect(reply.headers.get('content-type')).toBeNull()
    })

    it('returns the row with embedded resources', async () => {
      const reply = await archive.send(
        '/films?select=id,title,year,studios(name)',
        json('POST', { title: 'New', studio_id: 2 }, returned),
      )
      expect(reply).toMatchObject({
        status: 201,
        json: [{ id: 101, title: 'New', year: 2000, studios: { name: 'South' } }],
      })
      expect(reply.headers.get('preference-applied')).toBe('return=representation')
    })

    it('returns computed columns and computed relationships of the row', async () => {
      const body = json('POST', { title: 'New', year: 1999 }, returned)
      expect((await archive.send('/films?select=full_title', body)).json).toEqual([{ full_title: 'New (1999)' }])
      const person = await archive.send('/people?select=name,debut(title)', json('POST', { name: 'Eve' }, returned))
      expect(person.json).toEqual([{ name: 'Eve', debut: null }])
    })

    it('returns the row’s Location with return=headers-only', async () => {
      const film = await archive.send('/films', json('POST', { title: 'New' }, { Prefer: 'return=headers-only' }))
      expect(film).toMatchObject({ status: 201, text: '' })
      expect(film.headers.get('location')).toBe('/films?id=eq.101')
      const setting = json('POST', { key: 'a b', lang: 'é&' }, { Prefer: 'return=headers-only' })
      expect((await archive.send('/settings', setting)).headers.get('location')).toBe(
        '/settings?key=eq.a%20b&lang=eq.%C3%A9%26',
      )
    })

    it('inserts several rows and returns them in the requested order', async () => {
      const rows = [{ title: 'B' }, { title: 'A' }]
      const reply = await archive.send(
        '/films?select=title&order=title',
        json('POST', rows, { Prefer: 'return=representation,count=exact' }),
      )
      expect(reply.json).toEqual([{ title: 'A' }, { title: 'B' }])
      expect(reply.headers.get('content-range')).toBe('*/2')
    })

    it('sets only the given columns, to null or their default if a row lacks them', async () => {
      const rows = [{ title: 'A', year: 1999, rating: 1 }, { title: 'B' }]
      const send = (preference: string) =>
        archive.send('/films?columns=title,year&select=title,year,rating', json('POST', rows, { Prefer: preference }))
      expect(await send('return=representation')).toMatchObject({ status: 400, json: { code: '23502' } })
      expect((await send('return=representation,missing=default')).json).toEqual([
        { title: 'A', year: 1999, rating: null },
        { title: 'B', year: 2000, rating: null },
      ])
    })

    it('uses a sequence’s default with missing=default', async () => {
      const rows = json('POST', [{ title: 'A' }], { Prefer: 'return=representation,missing=default' })
      expect((await archive.send('/films?columns=id,title&select=id', rows)).json).toEqual([{ id: 101 }])
    })

    it('inserts rows of defaults, and no rows for an empty array', async () => {
      expect(await archive.send('/films', json('POST', [], returned))).toMatchObject({ status: 201, json: [] })
      const reply = await archive.send('/people', json('POST', {}, returned))
      expect(reply).toMatchObject({ status: 400, json: { code: '23502' } })
    })

    it('keeps the precision of numbers', async () => {
      const body = '{"film_id": 3, "person_id": 1, "fee": 12345678901234567890.10}'
      const { text } = await archive.send(
        '/roles?select=fee',
        json('POST', body, { Prefer: 'return=representation,tx=rollback' }),
      )
      expect(text).toBe('[{"fee":12345678901234567890.10}]')
    })

    it('responds to a violated constraint with its code and status', async () => {
      const duplicate = await archive.send('/settings', json('POST', { key: 'theme', lang: 'en' }))
      expect(duplicate).toMatchObject({
        status: 409,
        json: {
          code: '23505',
          message: 'duplicate key value violates unique constraint "settings_pkey"',
          details: 'Key (key, lang)=(theme, en) already exists.',
        },
      })
      expect(await archive.send('/reviews', json('POST', { film_id: 999, author: 'x', stars: 1 }))).toMatchObject({
        status: 409,
        json: { code: '23503' },
      })
      expect(await archive.send('/films', json('POST', { title: 'x', year: 1000 }))).toMatchObject({
        status: 400,
        json: { code: '23514' },
      })
    })

    it.each([
      ['{"nope": 1}', 'PGRST204', "Could not find the 'nope' column of 'films' in the schema cache"],
      ['{"__proto__": 1}', 'PGRST204', "Could not find the '__proto__' column of 'films' in the schema cache"],
      ['[{"title":"a"},{"year":1}]', 'PGRST102', 'All object keys must match'],
      ['{"title"', 'PGRST102', 'Empty or invalid json'],
      ['{"title":"a\\u0000b"}', '22P05', 'unsupported Unicode escape sequence'],
      ['{"title":"a","year":"x"}', '22P02', 'invalid input syntax for type integer: "x"'],
      ['{"title":"a","year":99999999999}', '22003', 'value "99999999999" is out of range for type integer'],
    ])('responds 400 to %s', async (body, code, message) => {
      expect(await archive.send('/films', json('POST', body))).toMatchObject({ status: 400, json: { code, message } })
    })

    it('is refused by row-level security', async () => {
      const note = (owner: string) => json('POST', { owner, body: 'hi' }, returned)
      expect((await archive.send('/notes', note('u1'), signedIn('u1'))).status).toBe(201)
      expect(await archive.send('/notes', note('u2'), signedIn('u1'))).toMatchObject({
        status: 403,
        json: { code: '42501' },
      })
      expect((await archive.send('/notes', note('u2'), anon)).status).toBe(401)
    })

    it('writes to the profile’s schema', async () => {
      const body = json('POST', { id: 7, title: 'Older' }, { ...returned, 'Content-Profile': 'archive' })
      expect((await archive.send('/films', body)).json).toEqual([{ id: 7, title: 'Older' }])
    })
  })

  describe('upserting', () => {
    const merge = { Prefer: 'return=representation,resolution=merge-duplicates' }

    it('merges existing rows, and responds 201 only if a row is new', async () => {
      const known = { key: 'theme', lang: 'en', value: 'light' }
      const first = await archive.send('/settings', json('POST', [known], merge))
      expect(first).toMatchObject({ status: 200, json: [known] })
      expect(first.headers.get('preference-applied')).toBe('resolution=merge-duplicates, return=representation')
      const both = await archive.send('/settings', json('POST', [known, { ...known, lang: 'de' }], merge))
      expect(both.status).toBe(201)
      expect(await settings()).toMatchObject([{ lang: 'de' }, { lang: 'en', value: 'light' }, { lang: 'fr' }])
    })

    it('ignores existing rows on request', async () => {
      const rows = [
        { key: 'theme', lang: 'en', value: 'light' },
        { key: 'theme', lang: 'de', value: 'hell' },
      ]
      const reply = await archive.send(
        '/settings',
        json('POST', rows, { Prefer: 'return=representation,resolution=ignore-duplicates' }),
      )
      expect(reply).toMatchObject({ status: 201, json: [{ lang: 'de' }] })
      expect(await settings()).toMatchObject([{ lang: 'de' }, { lang: 'en', value: 'dark' }, { lang: 'fr' }])
    })

    it('uses the given conflict columns', async () => {
      const studio = json('POST', { id: 9, name: 'North' }, merge)
      expect(await archive.send('/studios', studio)).toMatchObject({ status: 409 })
      const byName = json('POST', { name: 'North', address: { town: 'York' } }, merge)
      expect(await archive.send('/studios?on_conflict=name&columns=name,address', byName)).toMatchObject({
        status: 400,
        json: { code: '23502' },
      })
    })

    it('responds 400 if a request contains a row twice', async () => {
      const row = { key: 'theme', lang: 'en', value: 'a' }
      expect(await archive.send('/settings', json('POST', [row, row], merge))).toMatchObject({
        status: 400,
        json: { code: '21000' },
      })
    })

    it('writes the row of the URL with PUT', async () => {
      const put = (body: object, path = '/settings?key=eq.k&lang=eq.en') =>
        archive.send(path, json('PUT', body, returned))
      const row = { key: 'k', lang: 'en', value: '1' }
      expect(await put(row)).toMatchObject({ status: 201, json: [row] })
      expect(await put({ ...row, value: '2' })).toMatchObject({ status: 200, json: [{ value: '2' }] })
      expect(await put({ ...row, lang: 'fr' })).toMatchObject({ status: 400, json: { code: 'PGRST115' } })
      expect(await put(row, '/settings?key=eq.k')).toMatchObject({ status: 405, json: { code: 'PGRST105' } })
      expect(await put(row, '/settings?key=eq.k&lang=eq.en&limit=1')).toMatchObject({
        status: 400,
        json: { code: 'PGRST114' },
      })
      expect((await archive.send('/settings?key=eq.k&lang=eq.en', json('PUT', row))).status).toBe(204)
    })
  })

  describe('updating and deleting', () => {
    it('updates the matching rows and returns their count', async () => {
      const reply = await archive.send('/reviews?film_id=eq.1', json('PATCH', { stars: 1 }, { Prefer: 'count=exact' }))
      expect(reply).toMatchObject({ status: 204, text: '' })
      expect(reply.headers.get('content-range')).toBe('0-1/2')
      expect(await reviews()).toEqual([
        { id: 1, stars: 1 },
        { id: 2, stars: 1 },
        { id: 3, stars: 2 },
      ])
    })

    it('returns the changed rows', async () => {
      const patch = json('PATCH', { stars: 4 }, returned)
      expect(
        await archive.send('/reviews?or=(author.eq.y,stars.lt.3)&select=id,films(title)&order=id', patch),
      ).toMatchObject({
        status: 200,
        json: [
          { id: 2, films: { title: 'Quiet Rivers' } },
          { id: 3, films: { title: 'Loud Streets' } },
        ],
      })
      const deleted = await archive.send('/reviews?stars=eq.4&select=id&order=id', {
        method: 'DELETE',
        headers: returned,
      })
      expect(deleted).toMatchObject({ status: 200, json: [{ id: 2 }, { id: 3 }] })
    })

    it('changes nothing for an empty body or no match', async () => {
      expect(await archive.send('/reviews?id=eq.1', json('PATCH', {}, returned))).toMatchObject({
        status: 200,
        json: [],
      })
      expect((await archive.send('/reviews?id=eq.99', json('PATCH', { stars: 1 }))).status).toBe(204)
      expect((await archive.send('/reviews?id=eq.99', { method: 'DELETE' })).status).toBe(204)
      expect(await reviews()).toHaveLength(3)
    })

    it('updates through a view', async () => {
      const patch = json('PATCH', { name: 'Still Rivers' }, { Prefer: 'return=representation,tx=rollback' })
      expect((await archive.send('/acclaimed?id=eq.1&select=name', patch)).json).toEqual([{ name: 'Still Rivers' }])
    })
  })

  describe('a mutation', () => {
    it.each(['id=eq.99', 'id=in.(1,2)'])(
      'changes nothing if a single object is requested and %s does not match one row',
      async (filter) => {
        const before = await reviews()
        const rows = filter === 'id=eq.99' ? 0 : 2
        const refused = {
          status: 406,
          json: {
            code: 'PGRST116',
            details: `The result contains ${rows} rows`,
            message: 'Cannot coerce the result to a single JSON object',
          },
        }
        expect(await archive.send(`/reviews?${filter}`, json('PATCH', { stars: 1 }, one))).toMatchObject(refused)
        expect(await archive.send(`/reviews?${filter}`, { method: 'DELETE', headers: one })).toMatchObject(refused)
        expect(await reviews()).toEqual(before)
      },
    )

    it('counts the changed rows, not those left by an inner join', async () => {
      const before = await reviews()
      const joined = '/reviews?film_id=lt.3&select=id,films!inner(title)&films.title=eq.Loud Streets'
      expect(await archive.send(joined, json('PATCH', { stars: 1 }, one))).toMatchObject({
        status: 406,
        json: { details: 'The result contains 3 rows' },
      })
      const strict = { Prefer: 'return=representation,handling=strict,max-affected=1' }
      expect(await archive.send(joined, json('PATCH', { stars: 1 }, strict))).toMatchObject({ status: 400 })
      expect(await reviews()).toEqual(before)
    })

    it('inserts nothing if a single object is requested and two are sent', async () => {
      const rows = [
        { film_id: 1, author: 'a', stars: 1 },
        { film_id: 1, author: 'b', stars: 1 },
      ]
      expect(await archive.send('/reviews', json('POST', rows, one))).toMatchObject({
        status: 406,
        json: { code: 'PGRST116' },
      })
      expect(await reviews()).toHaveLength(3)
      expect(await archive.send('/reviews?select=author', json('POST', rows[0], one))).toMatchObject({
        status: 201,
        json: { author: 'a' },
      })
    })

    it('changes at most max-affected rows with strict handling', async () => {
      const before = await reviews()
      const strict = (most: number) => ({ Prefer: `handling=strict,max-affected=${most}` })
      expect(await archive.send('/reviews?film_id=eq.1', json('PATCH', { stars: 1 }, strict(1)))).toMatchObject({
        status: 400,
        json: { code: 'PGRST124', details: 'The query affects 2 rows' },
      })
      expect((await archive.send('/reviews', { method: 'DELETE', headers: strict(2) })).status).toBe(400)
      expect(await reviews()).toEqual(before)
      const allowed = await archive.send('/reviews?film_id=eq.1', json('PATCH', { stars: 1 }, strict(2)))
      expect(allowed.status).toBe(204)
      expect(allowed.headers.get('preference-applied')).toBe('handling=strict, max-affected=2')
    })

    it('changes nothing with tx=rollback, although it responds as usual', async () => {
      const before = await reviews()
      const reply = await archive.send(
        '/reviews?id=eq.1&select=stars',
        json('PATCH', { stars: 1 }, { Prefer: 'return=representation,tx=rollback' }),
      )
      expect(reply).toMatchObject({ status: 200, json: [{ stars: 1 }] })
      expect(reply.headers.get('preference-applied')).toBe('return=representation, tx=rollback')
      expect(await reviews()).toEqual(before)
    })

    it('refuses unknown preferences with strict handling', async () => {
      const body = json('POST', { film_id: 1, author: 'a', stars: 1 }, { Prefer: 'handling=strict, foo' })
      expect(await archive.send('/reviews', body)).toMatchObject({
        status: 400,
        json: { code: 'PGRST122', details: 'Invalid preferences: foo' },
      })
      expect(await reviews()).toHaveLength(3)
    })
  })
})
