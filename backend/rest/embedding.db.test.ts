import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneDatabase } from '../fuzzing.ts'
import { archives, type FilmArchive } from './testing/film-archive.ts'

describe.each(oneDatabase(archives))('embedding on %s', (_, open) => {
  let archive: FilmArchive
  beforeAll(async () => {
    archive = await open()
  })
  afterAll(() => archive.close())

  const get = async (path: string) => (await archive.send(path)).json

  describe('embedding', () => {
    it('nests a to-one as an object, or null', async () => {
      expect(await get('/films?select=title,studios(name)&id=in.(1,4)&order=id')).toEqual([
        { title: 'Quiet Rivers', studios: { name: 'North' } },
        { title: 'Untitled', studios: null },
      ])
    })

    it('nests a to-many as an array, possibly empty', async () => {
      expect(await get('/films?select=id,reviews(stars)&id=in.(1,4)&order=id&reviews.order=stars')).toEqual([
        { id: 1, reviews: [{ stars: 3 }, { stars: 5 }] },
        { id: 4, reviews: [] },
      ])
    })

    it('follows a junction whose primary key consists of both foreign keys', async () => {
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

    it('distinguishes both directions of a self reference', async () => {
      expect(await get('/people?select=name,mentor_id(name),people!mentor_id(name)&id=eq.2')).toEqual([
        { name: 'Ben', mentor_id: { name: 'Ada' }, people: [{ name: 'Dov' }] },
      ])
    })

    it('accepts a constraint, a column or a junction as hint', async () => {
      const ada = [{ title: 'Quiet Rivers', people: { name: 'Ada' } }]
      expect(await get('/films?select=title,people!films_director_id_fkey(name)&id=eq.1')).toEqual(ada)
      expect(await get('/films?select=title,people!director_id(name)&id=eq.1')).toEqual(ada)
      expect(await get('/films?select=title,people!roles(name)&id=eq.1')).toEqual([
        { title: 'Quiet Rivers', people: [{ name: 'Ben' }, { name: 'Cleo' }] },
      ])
    })

    it('relates a table to itself through a junction, by the junction’s columns', async () => {
      expect(
        await get(
          '/people?select=name,admirers!admired_id(...people!admirer_id(name))&id=eq.1&admirers.order=admirer_id',
        ),
      ).toEqual([{ name: 'Ada', admirers: [{ name: 'Ben' }, { name: 'Cleo' }] }])
      expect(await get('/people?select=name,admires:admirers!admirer_id(..people!admired_id(name))&id=eq.1')).toEqual([
        { name: 'Ada', admires: [{ name: 'Dov' }] },
      ])
    })

    it('counts embedded rows with the older syntax', async () => {
      expect(await get('/films?select=title,reviews(count)&id=in.(1,4)&order=id')).toEqual([
        { title: 'Quiet Rivers', reviews: [{ count: 2 }] },
        { title: 'Untitled', reviews: [{ count: 0 }] },
      ])
      expect(await get('/genres?select=name,films(count)&order=id')).toEqual([
        { name: 'Drama', films: [{ count: 2 }] },
        { name: 'Comedy', films: [{ count: 2 }] },
      ])
    })

    it('nests a one-to-one as an object from both sides', async () => {
      expect(await get('/films?select=film_specs(camera)&id=eq.1')).toEqual([{ film_specs: { camera: 'Arri' } }])
      expect(await get('/film_specs?select=films(title)&film_id=eq.1')).toEqual([{ films: { title: 'Quiet Rivers' } }])
    })

    it('drops rows without a match with !inner, also with filters on the embedded resource', async () => {
      expect(await get('/films?select=id,reviews!inner(stars)&reviews.stars=gte.4&order=id')).toEqual([
        { id: 1, reviews: [{ stars: 5 }] },
        { id: 3, reviews: [{ stars: 4 }] },
      ])
      expect(await get('/films?select=id,studios!inner()&studios.name=eq.South')).toEqual([{ id: 3 }])
    })

    it('keeps rows without a match with !left', async () => {
      expect(await get('/films?select=id,studios!left(name)&studios.name=eq.South&id=lt.4&order=id')).toEqual([
        { id: 1, studios: null },
        { id: 2, studios: null },
        { id: 3, studios: { name: 'South' } },
      ])
    })

    it('filters rows by whether an embedded resource has rows, also within or', async () => {
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

    it('orders by a field of a to-one, selected or not', async () => {
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

    it('calls a function that returns a row, as a to-one', async () => {
      expect(await get('/people?select=name,mentor_of(name)&mentor_of.id=eq.1&id=in.(1,2)&order=id')).toEqual([
        { name: 'Ada', mentor_of: null },
        { name: 'Ben', mentor_of: { name: 'Ada' } },
      ])
      expect(await get('/people?select=name,mentor_of!inner()&mentor_of.name=eq.Ben')).toEqual([{ name: 'Dov' }])
      expect(await get('/people?select=name,mentor_of&id=eq.4')).toMatchObject([{ mentor_of: { name: 'Ben' } }])
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

    it('responds 300 with the choices if a name is ambiguous', async () => {
      const { status, json } = await archive.send('/films?select=people(name)')
      expect(status).toBe(300)
      expect(json).toMatchObject({
        code: 'PGRST201',
        message: "Could not embed because more than one relationship was found for 'films' and 'people'",
        hint: expect.stringContaining(
          "'people!films_director_id_fkey', 'people!films_producer_id_fkey', 'people!roles'",
        ),
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
    ])('responds 400 to %s with %s', async (path, code, hint) => {
      const { status, json } = await archive.send(path)
      expect({ status, json }).toMatchObject({ status: 400, json: { code, hint } })
    })
  })

  describe('aggregates, if enabled,', () => {
    it('group by the other selected columns', async () => {
      const counting = await open({ allowsAggregates: true })
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
        // Aggregates of a spread to-one apply to the rows it is spread into.
        expect(await get('/reviews?select=...films(id.count(),...studios(studio:name))&film_id=lt.3')).toEqual([
          { studio: 'North', count: 3 },
        ])
        expect(await get('/reviews?select=...films(rating.max()::text,of:count(),mood)&order=films(mood)')).toEqual([
          { max: '9.1', of: 3, mood: 'calm' },
          { max: '7.0', of: 1, mood: 'loud' },
        ])
        expect(
          await get('/roles?select=fee.sum(),...films(studios(name))&order=films(title)&film_id=lt.3'),
        ).toMatchObject({
          code: '42803',
        })
        expect(await get('/roles?select=fee.sum(),...films(studios(name),reviews(stars))&film_id=eq.2')).toEqual([
          { sum: 5, studios: { name: 'North' }, reviews: [{ stars: 2 }] },
        ])
        expect(await get('/people?select=name,roles(...films(year.min()))&id=eq.3')).toEqual([
          { name: 'Cleo', roles: [{ min: 1980 }] },
        ])
        expect(await get('/studios?select=name,...films(year.max())')).toEqual({
          code: 'PGRST127',
          message: 'Feature not implemented',
          details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
          hint: null,
        })
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
})
