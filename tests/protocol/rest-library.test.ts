/** Every feature of postgrest-js over HTTP, on a small project of its own. */
import { fileURLToPath } from 'node:url'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createTokens } from '#backend/tokens'
import { databases, jwtSecret, noSession, startServer, type TestServer } from '../harness.ts'

// supabase-js needs a WebSocket to start, and Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket)

const project = fileURLToPath(new URL('rest-project', import.meta.url))
const ada = '00000000-0000-4000-8000-00000000000a'
const ben = '00000000-0000-4000-8000-00000000000b'

const anonymous = (server: TestServer): SupabaseClient => createClient(server.url, server.anonKey, noSession)

/** A client with the token of a signed-in member. */
async function reader(server: TestServer, sub: string): Promise<SupabaseClient> {
  const exp = Math.floor(Date.now() / 1000) + 600
  const token = await createTokens(jwtSecret).sign({ sub, role: 'authenticated', exp })
  return createClient(server.url, server.anonKey, { accessToken: async () => token })
}

describe.each(databases)('postgrest-js on %s', (database) => {
  let server: TestServer
  let db: SupabaseClient
  beforeAll(async () => {
    server = await startServer({ database, env: { SUPABASE_DIR: project } })
    db = anonymous(server)
  })
  afterAll(() => server.stop())

  describe('reads', () => {
    test('rows, columns and embedded resources', async () => {
      const { data, error, status } = await db
        .from('books')
        .select('title, price, authors(name), genres(name)')
        .order('id')
        .order('name', { referencedTable: 'genres' })
      expect({ error, status }).toEqual({ error: null, status: 200 })
      expect(data).toEqual([
        { title: 'First light', price: 4.5, authors: { name: 'Ada' }, genres: [{ name: 'Crime' }] },
        {
          title: 'Second thoughts',
          price: 12,
          authors: { name: 'Ada' },
          genres: [{ name: 'Crime' }, { name: 'Romance' }],
        },
        { title: 'Third time lucky', price: 8.25, authors: { name: 'Ben' }, genres: [] },
      ])
    })

    test('aliases, casts, JSON paths, spreads and views', async () => {
      const books = await db
        .from('books')
        .select('name:title, price::text, details->cover->>colour, ...authors(author:name)')
        .eq('id', 1)
      expect(books.data).toEqual([{ name: 'First light', price: '4.50', colour: 'red', author: 'Ada' }])
      const cheap = await db.from('cheap_books').select('title, authors(name)').order('title')
      expect(cheap.data).toEqual([
        { title: 'First light', authors: { name: 'Ada' } },
        { title: 'Third time lucky', authors: { name: 'Ben' } },
      ])
    })

    test('rows by every filter', async () => {
      const ids = async (filter: (query: ReturnType<typeof start>) => PromiseLike<{ data: { id: number }[] | null }>) =>
        (await filter(start())).data?.map(({ id }) => id)
      // Regular expressions are for members only.
      const member = await reader(server, ada)
      const start = () => member.from('books').select('id').order('id')
      expect(await ids((q) => q.eq('id', 1))).toEqual([1])
      expect(await ids((q) => q.neq('id', 1))).toEqual([2, 3])
      expect(await ids((q) => q.gt('price', 4.5).lte('price', 8.25))).toEqual([3])
      expect(await ids((q) => q.gte('price', 8.25).lt('price', 12))).toEqual([3])
      expect(await ids((q) => q.like('title', '%t%'))).toEqual([1, 2, 3])
      expect(await ids((q) => q.ilike('title', 'THIRD%'))).toEqual([3])
      expect(await ids((q) => q.likeAnyOf('title', ['First%', 'Third%']))).toEqual([1, 3])
      expect(await ids((q) => q.likeAllOf('title', ['%i%', '%t']))).toEqual([1])
      expect(await ids((q) => q.ilikeAnyOf('title', ['first%', 'third%']))).toEqual([1, 3])
      expect(await ids((q) => q.ilikeAllOf('title', ['%TIME%', '%L%']))).toEqual([3])
      expect(await ids((q) => q.regexMatch('title', '^(F|S)'))).toEqual([1, 2])
      expect(await ids((q) => q.regexIMatch('title', '^third'))).toEqual([3])
      expect(await ids((q) => q.isDistinct('author_id', 1))).toEqual([3])
      expect(await ids((q) => q.notIn('title', ['First light', 'a,b']))).toEqual([2, 3])
      expect(await ids((q) => q.is('read_on', null))).toEqual([2])
      expect(await ids((q) => q.not('read_on', 'is', null))).toEqual([1, 3])
      expect(await ids((q) => q.in('title', ['First light', 'a,b', '"quoted"']))).toEqual([1])
      expect(await ids((q) => q.contains('tags', ['light']))).toEqual([1, 3])
      expect(await ids((q) => q.contains('details', { pages: 90 }))).toEqual([1])
      expect(await ids((q) => q.containedBy('tags', ['light', 'long']))).toEqual([2, 3])
      expect(await ids((q) => q.overlaps('tags', ['short', 'long']))).toEqual([1, 2])
      expect(await ids((q) => q.rangeLt('lent', '[5,6)'))).toEqual([1])
      expect(await ids((q) => q.rangeGt('lent', '[1,5)'))).toEqual([2])
      expect(await ids((q) => q.rangeGte('lent', '[5,6)'))).toEqual([2])
      expect(await ids((q) => q.rangeLte('lent', '[1,5)'))).toEqual([1])
      expect(await ids((q) => q.rangeAdjacent('lent', '[9,10)'))).toEqual([2])
      expect(await ids((q) => q.textSearch('title', "'lucky' | 'light'", { config: 'english' }))).toEqual([1, 3])
      expect(
        await ids((q) => q.textSearch('title', 'second thought', { type: 'websearch', config: 'english' })),
      ).toEqual([2])
      expect(await ids((q) => q.match({ id: 2, title: 'Second thoughts' }))).toEqual([2])
      expect(await ids((q) => q.or('id.eq.1,and(price.gt.10,tags.cs.{long})'))).toEqual([1, 2])
      expect(await ids((q) => q.filter('details->>pages', 'eq', '400'))).toEqual([2])
    })

    test('inner joins and filters on embedded rows', async () => {
      const crime = await db.from('books').select('title, genres!inner(name)').eq('genres.name', 'Romance')
      expect(crime.data).toEqual([{ title: 'Second thoughts', genres: [{ name: 'Romance' }] }])
      const authors = await db
        .from('authors')
        .select('name, books(title)')
        .gt('books.price', 5)
        .limit(1, { referencedTable: 'books' })
        .order('id')
      expect(authors.data).toEqual([
        { name: 'Ada', books: [{ title: 'Second thoughts' }] },
        { name: 'Ben', books: [{ title: 'Third time lucky' }] },
      ])
    })

    test('pages with counts', async () => {
      const page = await db.from('books').select('id', { count: 'exact' }).order('id').range(1, 2)
      expect(page).toMatchObject({ status: 206, count: 3, data: [{ id: 2 }, { id: 3 }] })
      const head = await db.from('books').select('*', { count: 'exact', head: true }).gt('price', 5)
      expect(head).toMatchObject({ status: 200, count: 2, data: null })
      for (const count of ['planned', 'estimated'] as const) {
        expect((await db.from('books').select('id', { count }).limit(1)).count).toEqual(expect.any(Number))
      }
      const behind = await db.from('books').select('id', { count: 'exact' }).range(50, 60)
      expect(behind).toMatchObject({ status: 416, error: { code: 'PGRST103' } })
    })

    test('counts, sums and computed columns and relationships', async () => {
      const counted = await db.from('authors').select('name, books(count)').order('id')
      expect(counted.data).toEqual([
        { name: 'Ada', books: [{ count: 2 }] },
        { name: 'Ben', books: [{ count: 1 }] },
      ])
      const summed = await db.from('books').select('author_id, total:price.sum(), count()').order('author_id')
      expect(summed.data).toEqual([
        { author_id: 1, total: 16.5, count: 2 },
        { author_id: 2, total: 8.25, count: 1 },
      ])
      const hoisted = await db.from('books').select('...authors(writer:name, n:count())').order('authors(writer)')
      expect(hoisted.data).toEqual([
        { writer: 'Ada', n: 2 },
        { writer: 'Ben', n: 1 },
      ])
      const spread = await db.from('authors').select('name, ...books(titles:title)').eq('id', 1).order('id', {
        referencedTable: 'books',
      })
      expect(spread.data).toEqual([{ name: 'Ada', titles: ['First light', 'Second thoughts'] }])
      const computed = await db.from('authors').select('name, debut(spine)').order('id')
      expect(computed.data).toEqual([
        { name: 'Ada', debut: { spine: 'FIRST LIGHT' } },
        { name: 'Ben', debut: { spine: 'THIRD TIME LUCKY' } },
      ])
      const without = await db.from('authors').select('name, books()').eq('books.price', 12).is('books', null)
      expect(without.data).toEqual([{ name: 'Ben' }])
    })

    test('the plan of a statement if the database allows it', async () => {
      const plan = await db.from('books').select('title').eq('id', 1).explain({ format: 'json', verbose: true })
      expect(plan.data).toEqual([{ Plan: expect.objectContaining({ 'Plan Rows': expect.any(Number) }) }])
      const text = await db.from('books').select('title').explain({ analyze: true })
      expect(text.data).toContain('actual time')
    })

    test('with custom headers, abort signals and thrown errors', async () => {
      const local = await db
        .from('books')
        .select('read_on')
        .eq('id', 3)
        .setHeader('Prefer', 'timezone=America/New_York')
        .retry(false)
        .single()
        .overrideTypes<{ read_on: string }>()
      expect(local.data).toEqual({ read_on: '2026-03-01T07:30:00-05:00' })
      const controller = new AbortController()
      controller.abort()
      const aborted = await db.from('books').select('id').abortSignal(controller.signal)
      expect(aborted.error?.message).toMatch(/abort/i)
      await expect(db.from('nothing').select('id').throwOnError()).rejects.toMatchObject({ code: 'PGRST205' })
      // GeoJSON needs PostGIS, which is not installed.
      expect(await db.from('books').select('id').geojson()).toMatchObject({ status: 406, error: { code: 'PGRST107' } })
    })

    test('a single row, and reports none or several', async () => {
      expect((await db.from('books').select('title').eq('id', 1).single()).data).toEqual({ title: 'First light' })
      expect((await db.from('books').select('title').eq('id', 1).maybeSingle()).data).toEqual({ title: 'First light' })
      expect(await db.from('books').select('title').eq('id', 0).maybeSingle()).toMatchObject({
        data: null,
        error: null,
      })
      expect(await db.from('books').select('title').eq('id', 0).single()).toMatchObject({
        status: 406,
        error: { code: 'PGRST116' },
      })
      expect(await db.from('books').select('title').maybeSingle()).toMatchObject({ error: { code: 'PGRST116' } })
    })

    test('CSV, another schema, and rows without nulls', async () => {
      expect((await db.from('genres').select().order('id').csv()).data).toBe('id,name\n1,Crime\n2,Romance')
      expect((await db.schema('archive').from('books').select()).data).toEqual([{ id: 1, title: 'Lost' }])
      expect((await db.from('authors').select().eq('id', 2).stripNulls()).data).toEqual([{ id: 2, name: 'Ben' }])
    })
  })

  describe('writes', () => {
    test('inserted rows, and returns nothing, rows or one row', async () => {
      const plain = await db.from('genres').insert({ id: 10, name: 'Poetry' })
      expect(plain).toMatchObject({ status: 201, data: null, error: null })
      const rows = [{ title: 'B', price: 1 }, { title: 'A' }]
      const many = await db.from('books').insert(rows, { defaultToNull: false }).select('title, price').order('title')
      expect(many).toMatchObject({
        status: 201,
        data: [
          { title: 'A', price: 5 },
          { title: 'B', price: 1 },
        ],
      })
      const one = await db.from('books').insert({ title: 'C', author_id: 2 }).select('title, authors(name)').single()
      expect(one.data).toEqual({ title: 'C', authors: { name: 'Ben' } })
      expect((await db.from('books').insert([{ title: 'D' }], { count: 'exact' })).count).toBe(1)
    })

    test('updates and deletes of matching rows only', async () => {
      const made = await db
        .from('books')
        .insert([{ title: 'X' }, { title: 'X' }])
        .select('id')
      const ids = made.data?.map(({ id }) => id) ?? []
      const updated = await db.from('books').update({ price: 7 }, { count: 'exact' }).in('id', ids).select('price')
      expect(updated).toMatchObject({ status: 200, count: 2, data: [{ price: 7 }, { price: 7 }] })
      expect(await db.from('books').update({ price: 8 }).eq('id', ids[0])).toMatchObject({ status: 204, data: null })
      const gone = await db.from('books').delete().in('id', ids).select('id').order('id')
      expect(gone.data).toEqual(ids.toSorted().map((id) => ({ id })))
      expect(await db.from('books').delete().in('id', ids)).toMatchObject({ status: 204, error: null })
    })

    test('upserts that merge or ignore duplicates on the given columns', async () => {
      const genre = { id: 20, name: 'Travel' }
      expect(await db.from('genres').upsert(genre).select()).toMatchObject({ status: 201, data: [genre] })
      expect(
        await db
          .from('genres')
          .upsert({ ...genre, name: 'Voyages' })
          .select(),
      ).toMatchObject({ status: 200, data: [{ name: 'Voyages' }] })
      const ignored = await db
        .from('genres')
        .upsert({ ...genre, name: 'Other' }, { ignoreDuplicates: true })
        .select()
      expect(ignored.data).toEqual([])
      const byName = await db
        .from('genres')
        .upsert({ id: 21, name: 'Voyages' }, { onConflict: 'name' })
        .select()
        .single()
      expect(byName.data).toEqual({ id: 21, name: 'Voyages' })
    })

    test('nothing if a single row is requested and several match', async () => {
      const before = await db.from('books').select('id, price').order('id')
      const refused = await db.from('books').update({ price: 0 }).lt('id', 3).select().single()
      expect(refused).toMatchObject({ status: 406, error: { code: 'PGRST116', details: 'The result contains 2 rows' } })
      expect(await db.from('books').delete().lt('id', 3).select().single()).toMatchObject({ status: 406 })
      expect((await db.from('books').select('id, price').order('id')).data).toEqual(before.data)
    })

    test('nothing beyond maxAffected or with rollback', async () => {
      const before = await db.from('books').select('id, price').order('id')
      const limited = await db.from('books').update({ price: 0 }).lt('id', 3).maxAffected(1)
      expect(limited).toMatchObject({ status: 400, error: { code: 'PGRST124' } })
      const tried = await db.from('books').update({ price: 0 }).eq('id', 1).select('price').rollback()
      expect(tried.data).toEqual([{ price: 0 }])
      expect((await db.from('books').select('id, price').order('id')).data).toEqual(before.data)
    })

    test('nothing on an error, and reports PostgreSQL’s code, message, details and hint', async () => {
      expect((await db.from('genres').insert({ id: 1, name: 'Crime again' })).error).toMatchObject({
        code: '23505',
        message: 'duplicate key value violates unique constraint "genres_pkey"',
        details: 'Key (id)=(1) already exists.',
        hint: null,
      })
      expect(await db.from('book_genres').insert({ book_id: 1, genre_id: 999 })).toMatchObject({
        status: 409,
        error: { code: '23503' },
      })
      expect(await db.from('books').insert({ titel: 'x' })).toMatchObject({ status: 400, error: { code: 'PGRST204' } })
      expect(await db.from('bookz').select()).toMatchObject({
        status: 404,
        error: { code: 'PGRST205', hint: "Perhaps you meant the table 'public.books'" },
      })
    })

    test('only what row-level security allows', async () => {
      const [asAda, asBen] = await Promise.all([reader(server, ada), reader(server, ben)])
      expect((await asAda.from('shelves').insert({ label: 'mine' }).select('label').single()).data).toEqual({
        label: 'mine',
      })
      expect((await asBen.from('shelves').select()).data).toEqual([])
      expect((await asAda.from('shelves').select('label')).data).toEqual([{ label: 'mine' }])
      expect((await asBen.from('shelves').update({ label: 'theirs' }).eq('label', 'mine').select()).data).toEqual([])
      expect(await asBen.from('shelves').insert({ owner: ada, label: 'planted' })).toMatchObject({
        status: 403,
        error: { code: '42501' },
      })
      expect(await db.from('shelves').insert({ owner: ada, label: 'planted' })).toMatchObject({
        status: 401,
        error: { code: '42501' },
      })
      const again = await asAda
        .from('shelves')
        .upsert({ owner: ada, label: 'mine' }, { onConflict: 'owner,label' })
        .select('label')
      expect(again).toMatchObject({ status: 200, data: [{ label: 'mine' }] })
    })
  })

  describe('calls functions', () => {
    test('with arguments and defaults, by POST and GET', async () => {
      expect((await db.rpc('add', { a: 1, b: 2 })).data).toBe(3)
      expect((await db.rpc('add', { a: 1 })).data).toBe(2)
      expect((await db.rpc('add', { a: 1, b: 2 }, { get: true })).data).toBe(3)
    })

    test('that return rows, and filters, orders, pages, counts and embeds them', async () => {
      const { data, count, status } = await db
        .rpc('books_by', { author: 1 }, { count: 'exact' })
        .select('title, genres(name)')
        .gt('price', 1)
        .order('price', { ascending: false })
        .limit(1)
      expect({ data, count, status }).toMatchObject({ count: 2, status: 206, data: [{ title: 'Second thoughts' }] })
      expect(await db.rpc('books_by', { author: 2 }, { head: true, count: 'exact' })).toMatchObject({
        data: null,
        count: 2,
      })
    })

    test('with variadic arguments, a body as the only argument, or a media type of their own', async () => {
      expect((await db.rpc('total', { amounts: [1, 2, 3] })).data).toBe(6)
      expect((await db.rpc('echo', { a: [1, { b: null }] })).data).toEqual({ a: [1, { b: null }] })
      // postgrest-js requests JSON. Other clients can get the function's own media type.
      const headers = { apikey: server.anonKey, Accept: 'text/plain' }
      const response = await fetch(`${server.url}/rest/v1/rpc/motto`, { headers })
      expect(await response.text()).toBe('Read "more"')
    })

    test('that return an object, JSON or nothing', async () => {
      expect((await db.rpc('reprice', { book: 1, amount: 4.5 }).select('price').single()).data).toEqual({ price: 4.5 })
      expect((await db.rpc('summary')).data).toMatchObject({ books: expect.any(Number) })
      expect(await db.rpc('burn', { book: 0 })).toMatchObject({ status: 204, data: null, error: null })
    })

    test('that raise errors or do not exist', async () => {
      expect(await db.rpc('refuse')).toMatchObject({
        status: 423,
        error: { code: 'PT423', message: 'The library is closed', hint: 'Come back tomorrow' },
      })
      expect(await db.rpc('ad', { a: 1 })).toMatchObject({ status: 404, error: { code: 'PGRST202' } })
      expect(await db.rpc('burn', { book: 1 }, { get: true })).toMatchObject({ status: 405, error: { code: '25006' } })
    })
  })

  test('refuses forged, expired and missing keys', async () => {
    const forged = createClient(server.url, server.anonKey, {
      accessToken: () =>
        createTokens('another secret, as long as the right one is').sign({ sub: ada, role: 'service_role' }),
    })
    expect(await forged.from('shelves').select()).toMatchObject({ status: 401, error: { code: 'PGRST301' } })
    const expired = createClient(server.url, server.anonKey, {
      accessToken: () => createTokens(jwtSecret).sign({ sub: ada, role: 'authenticated', exp: 1 }),
    })
    expect(await expired.from('shelves').select()).toMatchObject({
      status: 401,
      error: { code: 'PGRST303', message: 'JWT expired' },
    })
    expect((await fetch(`${server.url}/rest/v1/books`)).status).toBe(401)
  })
})
