import { describe, expect, it } from 'vitest'
import { looksLikeFilter, parseFilterValue, parseLogic } from './filter-parser.ts'

const id = { name: 'id', path: [] }
const operation = (text: string) => parseFilterValue(id, text).operation

describe('parseFilterValue', () => {
  it.each([
    'eq',
    'neq',
    'gt',
    'gte',
    'lt',
    'lte',
    'like',
    'ilike',
    'match',
    'imatch',
    'cs',
    'cd',
    'ov',
    'sl',
    'sr',
    'nxr',
    'nxl',
    'adj',
  ])('parses %s with any value', (operator) => {
    expect(operation(`${operator}.a.b,(c)"d"`)).toEqual({
      kind: 'compare',
      operator,
      quantifier: undefined,
      value: 'a.b,(c)"d"',
    })
  })

  it('parses an empty value', () => {
    expect(operation('eq.')).toMatchObject({ value: '' })
  })

  it('parses any and all on the operators that support them', () => {
    expect(operation('like(all).{a*,b*}')).toMatchObject({ operator: 'like', quantifier: 'all', value: '{a*,b*}' })
    expect(() => operation('neq(any).{1}')).toThrow('column 1)')
    expect(() => operation('eq(some).{1}')).toThrow('failed to parse filter')
  })

  it('parses a single negation', () => {
    expect(parseFilterValue(id, 'not.eq.1').isNegated).toBe(true)
    expect(() => parseFilterValue(id, 'not.not.eq.1')).toThrow('failed to parse filter')
  })

  it('parses lists with quotes, escapes and empty elements', () => {
    expect(operation('in.(1,"a,b","c\\"d\\\\",,x y)')).toEqual({ kind: 'in', values: ['1', 'a,b', 'c"d\\', '', 'x y'] })
    expect(operation('in.()')).toEqual({ kind: 'in', values: [] })
    expect(operation('in.("")')).toEqual({ kind: 'in', values: [] })
    expect(operation('in.("a"b)')).toEqual({ kind: 'in', values: ['"a"b'] })
  })

  it.each([
    'in.1,2',
    'in.(1,2',
    'in.(1,2)x',
    'is.nullish',
    'is.5',
    'nope.1',
    'eq',
    '',
    'not',
    'fts(a(b).c',
    'isdistinct(any).1',
  ])('refuses %j', (text) => {
    expect(() => operation(text)).toThrow(/^"failed to parse filter \(/)
  })

  it.each([['null'], ['NOT_NULL'], ['True'], ['false'], ['unknown']])('parses is.%s in any case', (value) => {
    expect(operation(`is.${value}`)).toEqual({ kind: 'is', value: value.toLowerCase() })
  })

  it('parses full-text search with and without a configuration', () => {
    expect(operation('fts(english).cat & dog')).toEqual({
      kind: 'search',
      operator: 'fts',
      config: 'english',
      value: 'cat & dog',
    })
    expect(operation('wfts.cat')).toEqual({ kind: 'search', operator: 'wfts', config: undefined, value: 'cat' })
  })

  it('names an unknown operator', () => {
    expect(() => operation('foo.1')).toThrow(expect.objectContaining({ details: 'unknown single value operator foo' }))
  })
})

describe('parseLogic', () => {
  it('parses nested groups and negations', () => {
    const group = parseLogic('or', false, '(a.eq.1,not.and(b.gt.2,c.not.is.null),d->>e.in.(x,y))')
    expect(group).toMatchObject({
      operator: 'or',
      isNegated: false,
      conditions: [
        { kind: 'filter', field: { name: 'a' }, operation: { value: '1' } },
        {
          kind: 'group',
          operator: 'and',
          isNegated: true,
          conditions: [{ field: { name: 'b' } }, { field: { name: 'c' }, isNegated: true, operation: { kind: 'is' } }],
        },
        { field: { name: 'd', path: [{ operand: { key: 'e' } }] }, operation: { values: ['x', 'y'] } },
      ],
    })
  })

  it('reads a list of blanks as empty, and blanks before its first value as none', () => {
    const valuesOf = (text: string) => {
      const [condition] = parseLogic('and', false, text).conditions
      return condition?.kind === 'filter' && condition.operation.kind === 'in' ? condition.operation.values : undefined
    }
    expect(valuesOf('(a.in.(  ))')).toEqual([])
    expect(valuesOf('(a.in.( ,b))')).toEqual(['', 'b'])
  })

  it('ends a value at a comma or parenthesis unless it is quoted or an array', () => {
    const { conditions } = parseLogic('and', false, '(a.eq."x,y)",b.cs.{1,2},c.eq.z)')
    expect(conditions).toMatchObject([
      { operation: { value: 'x,y)' } },
      { operation: { value: '{1,2}' } },
      { operation: { value: 'z' } },
    ])
  })

  it('accepts columns named "and" and "or"', () => {
    expect(parseLogic('and', false, '(or.eq.1,and.eq.2)').conditions).toMatchObject([
      { field: { name: 'or' } },
      { field: { name: 'and' } },
    ])
  })

  it.each(['', '()', 'a.eq.1', '(a.eq.1', '(a.eq.1))', '(a)', '(xor(a.eq.1))', '(a.eq.1,)'])('refuses %j', (text) => {
    expect(() => parseLogic('or', false, text)).toThrow(/^"failed to parse logic tree \(/)
  })

  it('refuses deep nesting instead of overflowing the stack', () => {
    expect(() => parseLogic('and', false, '(and'.repeat(10_000))).toThrow(expect.objectContaining({ code: 'PGRST100' }))
  })
})

describe('looksLikeFilter', () => {
  it('distinguishes filters from arguments', () => {
    expect(['eq.1', 'not.is.null', 'in.(1)', 'like(any).{a}', 'fts(english).x'].map(looksLikeFilter)).not.toContain(
      false,
    )
    expect(['1', 'a.b', 'www.example.org', 'in', 'eq', '.eq.', '1.5'].map(looksLikeFilter)).not.toContain(true)
  })
})
