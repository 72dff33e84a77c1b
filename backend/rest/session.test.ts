import { describe, expect, it } from 'vitest'
import { searchPathOf, shownRequest } from './session.ts'

describe('searchPathOf', () => {
  it('is nothing to set where connections have it anyway', () => {
    expect(searchPathOf('public', ['extensions'])).toBeUndefined()
    expect(searchPathOf('public', ['public', 'extensions'])).toBeUndefined()
  })

  it('quotes each schema and puts the one asked for first', () => {
    expect(searchPathOf('api', ['public', 'ext"s'])).toBe('"api", "public", "ext""s"')
  })
})

describe('shownRequest', () => {
  it('shows method, path, headers by lower-case name, and cookies apart', () => {
    const headers = { 'X-Trace': 'a"b', Cookie: 'a=1; b="x y"; c' }
    const shown = shownRequest(new Request('http://local/rest/v1/films', { headers }), '/films')
    expect(shown).toMatchObject({ method: 'GET', path: '/films' })
    expect(JSON.parse(shown.headers)).toEqual({ 'x-trace': 'a"b' })
    expect(JSON.parse(shown.cookies)).toEqual({ a: '1', b: '"x y"', c: '' })
  })
})
