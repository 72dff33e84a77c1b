import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneDatabase } from '../fuzzing.ts'
import { archives, type FilmArchive, json, prefer } from './testing/film-archive.ts'

/** Prices are stored in pence, and are amounts in pounds in requests and responses. */
const tickets = `
  create domain pence as int;
  create function pounds(pence) returns json language sql immutable as
    $$ select to_json('£' || to_char($1::int / 100.0, 'FM990.00')) $$;
  create function pence_of(text) returns pence language sql immutable as
    $$ select (ltrim($1, '£')::numeric * 100)::int::pence $$;
  create function pence_of(json) returns pence language sql immutable as $$ select public.pence_of($1 #>> '{}') $$;
  create cast (pence as json) with function pounds(pence) as implicit;
  create cast (json as pence) with function pence_of(json) as implicit;
  create cast (text as pence) with function pence_of(text) as implicit;
  create table tickets (id int primary key, film_id int references films, price pence default 500, seat text);
  create view cheap_tickets as select id, price, (price * 2)::pence as pair from tickets where price < 1000;
  create function tickets_of(film int) returns setof tickets language sql stable as
    $$ select * from tickets where film_id = film $$;
  insert into tickets values (1, 1, 450, 'A1'), (2, 1, 1250, 'A2'), (3, 2, null, 'B1'), (4, 2, 450, 'B2');
  grant all on tickets, cheap_tickets to anon;
`

describe.each(oneDatabase(archives))('a domain with casts to and from JSON on %s', (_, open) => {
  let archive: FilmArchive
  beforeAll(async () => {
    archive = await open({ allowsAggregates: true })
    await archive.database.script(tickets)
    await archive.rest.reload()
  })
  afterAll(() => archive.close())

  const get = async (path: string) => (await archive.send(path)).json
  const representation = { Prefer: 'return=representation' }

  it('formats columns by its function, by name, alias and "*", in tables, views and functions', async () => {
    expect(await get('/tickets?select=id,price&order=id&id=lt.4')).toEqual([
      { id: 1, price: '£4.50' },
      { id: 2, price: '£12.50' },
      { id: 3, price: null },
    ])
    const whole = { id: 1, film_id: 1, price: '£4.50', seat: 'A1' }
    expect(await get('/tickets?id=eq.1')).toEqual([whole])
    expect(await get('/rpc/tickets_of?film=1&id=eq.1')).toEqual([whole])
    expect(await get('/cheap_tickets?select=cost:price,pair&id=eq.1')).toEqual([{ cost: '£4.50', pair: '£9.00' }])
    expect(await get('/tickets?select=price::text&id=eq.1')).toEqual([{ price: '"£4.50"' }])
  })

  it('formats columns of embedded and spread resources', async () => {
    const first = { price: '£4.50' }
    expect(await get('/films?select=id,tickets(price)&tickets.id=eq.1&id=eq.1')).toEqual([{ id: 1, tickets: [first] }])
    expect(await get('/films?select=film:id,...tickets(*)&tickets.id=eq.1&id=eq.1')).toMatchObject([
      { film: 1, price: ['£4.50'] },
    ])
    expect(await get('/films?select=id,tickets(price)&tickets.id=eq.1&order=id&limit=1')).toMatchObject([
      { tickets: [first] },
    ])
  })

  it('compares, orders, groups and counts its stored values', async () => {
    expect(await get('/tickets?select=id&price=eq.£4.50&order=id')).toEqual([{ id: 1 }, { id: 4 }])
    expect(await get('/tickets?select=id&price=in.(4.5,£12.50)&order=price.desc,id')).toEqual([
      { id: 2 },
      { id: 1 },
      { id: 4 },
    ])
    expect(await get('/tickets?select=id&or=(price.gt.12,price.not.isdistinct.4.5)&order=id')).toEqual([
      { id: 1 },
      { id: 2 },
      { id: 4 },
    ])
    expect(await get('/tickets?select=price,count()&order=price')).toEqual([
      { price: '£4.50', count: 2 },
      { price: '£12.50', count: 1 },
      { price: null, count: 1 },
    ])
    expect(await get('/tickets?select=price.max()')).toEqual([{ max: 1250 }])
    const counted = await archive.send('/tickets?price=eq.4.5&limit=1', prefer('count=exact'))
    expect(counted.headers.get('content-range')).toBe('0-0/2')
  })

  it('cannot be matched by a pattern', async () => {
    expect(await archive.send('/tickets?price=like.4*')).toMatchObject({ status: 404, json: { code: '42883' } })
  })

  it('parses values of a body by its function', async () => {
    const sent = { id: 10, film_id: 1, price: '£3.20', seat: null }
    const inserted = await archive.send('/tickets', json('POST', [sent], representation))
    expect(inserted).toMatchObject({ status: 201, json: [sent] })
    expect(
      await archive.send('/tickets?id=eq.10&select=price', json('PATCH', { price: 7 }, representation)),
    ).toMatchObject({ json: [{ price: '£7.00' }] })
    const upserted = json(
      'POST',
      { id: 10, price: '£8' },
      { Prefer: 'return=representation,resolution=merge-duplicates' },
    )
    expect((await archive.send('/tickets?select=price', upserted)).json).toEqual([{ price: '£8.00' }])
    const put = json('PUT', { id: 10, film_id: null, price: '9', seat: 'C' }, representation)
    expect((await archive.send('/tickets?id=eq.10', put)).json).toMatchObject([{ price: '£9.00', seat: 'C' }])
    const defaults = json('POST', [{ id: 11 }, { id: 12, price: 1 }], {
      Prefer: 'return=representation,missing=default',
    })
    expect((await archive.send('/tickets?columns=id,price&select=id,seat', defaults)).json).toHaveLength(2)
    expect(await get('/tickets?select=price&id=eq.12')).toEqual([{ price: '£1.00' }])
    expect(await archive.send('/tickets', json('POST', { id: 13, price: 'free' }))).toMatchObject({
      status: 400,
      json: { code: '22P02' },
    })
  })
})
