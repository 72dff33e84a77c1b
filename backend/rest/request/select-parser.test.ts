import { describe, expect, it } from 'vitest'
import { RestError } from '../errors.ts'
import type { FieldItem, RelationItem, SelectItem } from './query-syntax.ts'
import { parseSelect } from './select-parser.ts'

const field = (name: string, more: Partial<FieldItem> = {}): FieldItem => ({
  kind: 'field',
  field: { name, path: [] },
  alias: undefined,
  cast: undefined,
  aggregate: undefined,
  ...more,
})
const relation = (name: string, select: SelectItem[], more: Partial<RelationItem> = {}): RelationItem => ({
  kind: 'relation',
  relation: name,
  alias: undefined,
  hint: undefined,
  join: undefined,
  isSpread: false,
  select,
  ...more,
})

describe('parseSelect', () => {
  it('parses columns surrounded by blanks', () => {
    expect(parseSelect(' id , name ,*')).toEqual([field('id'), field('name'), field('*')])
  })

  it('parses an empty list, at the root and in a resource', () => {
    expect(parseSelect('')).toEqual([])
    expect(parseSelect('shops()')).toEqual([relation('shops', [])])
  })

  it('parses aliases, casts and both together', () => {
    expect(parseSelect('a:b::text,c::double precision')).toEqual([
      field('b', { alias: 'a', cast: 'text' }),
      field('c', { cast: 'double precision' }),
    ])
  })

  it('parses JSON paths of keys and indexes', () => {
    expect(parseSelect('data->a-b->>0')).toEqual([
      field('data', {
        field: {
          name: 'data',
          path: [
            { arrow: '->', operand: { kind: 'key', key: 'a-b' } },
            { arrow: '->>', operand: { kind: 'index', index: '0' } },
          ],
        },
      }),
    ])
    expect(parseSelect('data->"a.b,c"->-1::int')).toEqual([
      field('data', {
        cast: 'int',
        field: {
          name: 'data',
          path: [
            { arrow: '->', operand: { kind: 'key', key: 'a.b,c' } },
            { arrow: '->', operand: { kind: 'index', index: '-1' } },
          ],
        },
      }),
    ])
  })

  it('parses a path step that only starts with digits as a key', () => {
    expect(parseSelect('data->1st')).toEqual([
      field('data', { field: { name: 'data', path: [{ arrow: '->', operand: { kind: 'key', key: '1st' } }] } }),
    ])
  })

  it('parses resources with alias, hint and join in either order', () => {
    const expected = [relation('people', [field('name')], { alias: 'author', hint: 'author_id', join: 'inner' })]
    expect(parseSelect('author:people!author_id!inner(name)')).toEqual(expected)
    expect(parseSelect('author:people!inner!author_id(name)')).toEqual(expected)
    expect(parseSelect('people!left(name)')).toEqual([relation('people', [field('name')], { join: 'left' })])
  })

  it('parses spreads and nested resources', () => {
    expect(parseSelect('...a(x,b(*))')).toEqual([
      relation('a', [field('x'), relation('b', [field('*')])], { isSpread: true }),
    ])
  })

  it('parses aggregates with casts before and after', () => {
    expect(parseSelect('count(),n:price::int.sum()::text')).toEqual([
      field('*', { aggregate: { name: 'count', cast: undefined } }),
      field('price', { alias: 'n', cast: 'int', aggregate: { name: 'sum', cast: 'text' } }),
    ])
  })

  it('parses any text between double quotes as a name', () => {
    expect(parseSelect('"a,b(c)":"x\\"y"')).toEqual([field('x"y', { alias: 'a,b(c)' })])
  })

  it.each([
    'id,',
    'id name(',
    'a(b',
    'a)',
    'id::',
    '!',
    'a!(b)',
    'a->',
    'a->>',
    'name[]',
    '*!hint',
    'x.median()',
    ':a',
    '""',
  ])('refuses %j with PGRST100 and the position', (text) => {
    expect(() => parseSelect(text)).toThrow(RestError)
    expect(() => parseSelect(text)).toThrow(/^"failed to parse select parameter \(.*\)" \(line 1, column \d+\)$/)
  })

  it('names the unexpected and the expected token', () => {
    expect(() => parseSelect('name[]')).toThrow(
      expect.objectContaining({
        code: 'PGRST100',
        status: 400,
        message: '"failed to parse select parameter (name[])" (line 1, column 5)',
        details: expect.stringMatching(/^unexpected '\[' expecting /),
      }),
    )
  })

  it('refuses deep nesting instead of overflowing the stack', () => {
    const depth = 10_000
    expect(() => parseSelect('a('.repeat(depth) + ')'.repeat(depth))).toThrow(
      expect.objectContaining({ code: 'PGRST100' }),
    )
  })
})
