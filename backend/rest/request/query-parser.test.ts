import { describe, expect, it } from 'vitest'
import { decodeQuery, parseQuery } from './query-parser.ts'

const parse = (search: string, isCallByUrl = false) => parseQuery(decodeQuery(search), isCallByUrl)

describe('decodeQuery', () => {
  it('decodes percent signs and plus signs in names and values', () => {
    expect(decodeQuery('a%20b=c+d%2B&e&f=')).toEqual([
      ['a b', 'c d+'],
      ['e', undefined],
      ['f', ''],
    ])
  })

  it('refuses bytes that are not UTF-8 and malformed escapes', () => {
    for (const search of ['a=%ff', 'a=%zz', '%c3%28=1']) {
      expect(() => decodeQuery(search)).toThrow(expect.objectContaining({ status: 400, code: '22021' }))
    }
  })

  it('refuses a query string of a megabyte and one of ten thousand parameters', () => {
    expect(() => decodeQuery(`id=in.(${'1,'.repeat(500_000)}1)`)).toThrow(expect.objectContaining({ status: 414 }))
    expect(() => decodeQuery('a=eq.1&'.repeat(10_000))).toThrow(expect.objectContaining({ status: 400 }))
  })
})

describe('parseQuery', () => {
  it('selects everything by default', () => {
    expect(parse('').select).toMatchObject([{ field: { name: '*' } }])
  })

  it('assigns filters, logic, order and ranges to their paths', () => {
    const query = parse(
      'id=eq.1&shops.name=eq.x&shops.towns.or=(a.eq.1,b.eq.2)&shops.not.and=(a.eq.1)&shops.order=name&shops.limit=2&shops.offset=1',
    )
    expect(query.conditions.map(({ path }) => path)).toEqual([[], ['shops'], ['shops', 'towns'], ['shops']])
    expect(query.conditions[3]?.value).toMatchObject({ kind: 'group', operator: 'and', isNegated: true })
    expect(query.order).toMatchObject([{ path: ['shops'], value: [{ field: { name: 'name' } }] }])
    expect(query.ranges).toEqual([{ path: ['shops'], value: { limit: 2, offset: 1 } }])
  })

  it('parses quoted names with dots in a path', () => {
    expect(parse('"a.b".c=eq.1').conditions).toMatchObject([{ path: ['a.b'], value: { field: { name: 'c' } } }])
  })

  it('parses JSON paths in filters', () => {
    expect(parse('data->>a=eq.1').conditions).toMatchObject([
      { path: [], value: { field: { name: 'data', path: [{ arrow: '->>', operand: { key: 'a' } }] } } },
    ])
  })

  it('parses the names of columns and on_conflict, quoted or not', () => {
    const query = parse('columns="a b",c&on_conflict=id,lang')
    expect(query.columns).toEqual(['a b', 'c'])
    expect(query.onConflict).toEqual(['id', 'lang'])
  })

  it('treats parameters that are not filters as arguments of a function called by URL', () => {
    expect(parse('q=cake&price=gt.5&q=tea', true)).toMatchObject({
      callArguments: [
        ['q', 'cake'],
        ['q', 'tea'],
      ],
      conditions: [{ value: { field: { name: 'price' } } }],
    })
    expect(() => parse('q=cake')).toThrow('failed to parse filter (cake)')
  })

  it('ignores a limit that is not a number and a negative offset, and refuses a negative limit', () => {
    expect(parse('limit=abc&offset=1.5').ranges).toEqual([])
    expect(parse('offset=-1').ranges).toEqual([])
    expect(() => parse('limit=-1')).toThrow(expect.objectContaining({ status: 416, code: 'PGRST103' }))
  })

  it('clamps a limit to a number that PostgreSQL accepts', () => {
    expect(parse(`limit=${'9'.repeat(400)}`).ranges).toEqual([
      { path: [], value: { limit: Number.MAX_SAFE_INTEGER, offset: undefined } },
    ])
  })

  it.each(['order=', 'order=a.desc.nullslast,b', 'order=shops(name).asc'])('parses %s', (search) => {
    expect(() => parse(search)).not.toThrow()
  })

  it.each([
    'order=a.down',
    'order=a,',
    'order=a(b',
    'order=a.desc.desc',
    'select=a(',
    'columns=,',
    'on_conflict=',
    '.a=eq.1',
    'a.=eq.1',
    'or=a',
  ])('refuses %s with PGRST100', (search) => {
    expect(() => parse(search)).toThrow(expect.objectContaining({ code: 'PGRST100', status: 400 }))
  })

  it.each([
    ['order=a.asc.nullsfirsts', 'order (a.asc.nullsfirsts)', 17, `unexpected 's' expecting "," or end of input`],
    ['select=a->>-b', 'select parameter (a->>-b)', 6, 'unexpected "b" expecting digit'],
    [
      'select=a->(b',
      'select parameter (a->(b)',
      4,
      'unexpected "(" expecting "-", digit or any non reserved character different from: .,>()',
    ],
    [
      'not.or=()',
      'logic tree (())',
      8,
      'unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
    ],
    ['columns=', 'columns parameter ()', 1, 'unexpected end of input expecting field name (* or [a..z0..9_$])'],
  ])('describes the error of %s as PostgREST does', (search, what, column, details) => {
    const message = `"failed to parse ${what}" (line 1, column ${column})`
    expect(() => parse(search)).toThrow(expect.objectContaining({ message, details }))
  })

  it('selects everything if the list is empty', () => {
    expect(parse('select=').select).toEqual(parse('').select)
    expect(parse('select=').select).toHaveLength(1)
  })
})
