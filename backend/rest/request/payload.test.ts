import { describe, expect, it } from 'vitest'
import { parsePayload } from './payload.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const table = { isCall: false, keysMatter: true }
const call = { isCall: true, keysMatter: true }
const parse = (text: string, options = table, type: string | null = null) => parsePayload(bytes(text), type, options)

describe('parsePayload', () => {
  it('keeps the original text and collects the keys', () => {
    expect(parse('{"a": 1.10, "b": 12345678901234567890}')).toMatchObject({
      text: '{"a": 1.10, "b": 12345678901234567890}',
      rows: '[{"a": 1.10, "b": 12345678901234567890}]',
      keys: ['a', 'b'],
      isArray: false,
    })
  })

  it('accepts rows with the same keys in any order', () => {
    expect(parse('[{"a":1,"b":2},{"b":3,"a":4}]')).toMatchObject({ keys: ['a', 'b'], isArray: true })
  })

  it.each(['[{"a":1},{"b":1}]', '[{"a":1},{"a":1,"b":2}]', '[1]', '[{"a":1},null]', '[[]]'])(
    'refuses %s, whose rows differ',
    (text) => {
      expect(() => parse(text)).toThrow(
        expect.objectContaining({ code: 'PGRST102', message: 'All object keys must match' }),
      )
    },
  )

  it('accepts rows with different keys if `columns` is given', () => {
    expect(parse('[{"a":1},{"b":1}]', { isCall: false, keysMatter: false })).toMatchObject({ isArray: true })
  })

  it.each(['', '{', '{"a":}', 'nope', '{"a":1}x', '\u0000', '{"a":"\n"}'])('refuses %j as invalid JSON', (text) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ status: 400, code: 'PGRST102', message: 'Empty or invalid json' }),
    )
  })

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parsePayload(new Uint8Array([0x22, 0xff, 0x22]), null, table)).toThrow(
      expect.objectContaining({ code: 'PGRST102' }),
    )
  })

  it('refuses ten thousand levels, but not brackets within strings', () => {
    expect(() => parse('['.repeat(10_000) + ']'.repeat(10_000))).toThrow(expect.objectContaining({ code: 'PGRST102' }))
    expect(parse(`{"a":"${'['.repeat(10_000)}\\""}`)).toMatchObject({ keys: ['a'] })
  })

  it('treats __proto__ like any other key', () => {
    expect(parse('{"__proto__": {"admin": true}}')).toMatchObject({ keys: ['__proto__'] })
    expect(parse('__proto__=1', table, 'application/x-www-form-urlencoded')).toMatchObject({ keys: ['__proto__'] })
  })

  it('parses a call’s empty body as no arguments', () => {
    expect(parse('', call)).toMatchObject({ text: '{}', keys: [] })
  })

  it('parses forms', () => {
    expect(parse('a=1&b=x+y', table, 'application/x-www-form-urlencoded')).toMatchObject({
      text: '{"a":"1","b":"x y"}',
    })
  })

  it('parses CSV, quoted or not, and NULL as null', () => {
    const csv = (text: string) => parse(text, table, 'text/csv')
    expect(csv('a,"b ""x"""\r\n1,"two,\nlines"\r\nNULL,\n\n')).toMatchObject({
      rows: JSON.stringify([
        { a: '1', 'b "x"': 'two,\nlines' },
        { a: null, 'b "x"': '' },
      ]),
      keys: ['a', 'b "x"'],
      isArray: true,
    })
    expect(csv('a,b\n1,')).toMatchObject({ rows: '[{"a":"1","b":""}]' })
    expect(csv('a\n')).toMatchObject({ rows: '[]' })
    expect(csv(`a\n"${'""'.repeat(200_000)}"`)).toMatchObject({ keys: ['a'] })
    for (const text of ['', 'a\n"', 'a\n"x"y', 'a\nx"y'])
      expect(() => csv(text)).toThrow(expect.objectContaining({ code: 'PGRST102', message: 'Empty or invalid csv' }))
    expect(() => csv('a,b\n1')).toThrow('All lines must have same number of fields')
    expect(csv('__proto__,a,a\n1,2,3')).toMatchObject({ rows: '[{"__proto__":"1","a":"3"}]', keys: ['__proto__', 'a'] })
  })

  it('refuses a small CSV body that would become huge', () => {
    const csv = (text: string) => parse(text, table, 'text/csv')
    expect(csv(`${'n'.repeat(63)}\n${'1\n'.repeat(100_000)}`)).toMatchObject({ isArray: true })
    expect(() => csv(`a\n${'1\n'.repeat(100_001)}`)).toThrow('A CSV body has at most 100000 lines')
    expect(() => csv(`${'é'.repeat(32)}\n1`)).toThrow('Column names have at most 63 bytes')
    const names = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(63, 'n'))
    expect(() => csv(`${names}\n${`${','.repeat(999)}\n`.repeat(2_000)}`)).toThrow('The CSV body is too large')
  })

  it('accepts text and bytes only for functions', () => {
    expect(parse('hi', call, 'text/plain; charset=utf-8')).toEqual({ kind: 'raw', text: 'hi', type: 'text' })
    expect(parse('hi', call, 'application/octet-stream')).toEqual({ kind: 'raw', text: '\\x6869', type: 'bytea' })
    expect(() => parse('hi', table, 'text/plain')).toThrow('Content-Type not acceptable: text/plain')
  })
})
