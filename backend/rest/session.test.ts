import { describe, expect, it } from 'vitest'
import { withRequestId } from '#backend/request-id'
import { requestSettings, searchPathOf } from './session.ts'

describe('searchPathOf', () => {
  it('is undefined if it equals the connection’s default', () => {
    expect(searchPathOf('public', ['extensions'])).toBeUndefined()
    expect(searchPathOf('public', ['public', 'extensions'])).toBeUndefined()
  })

  it('quotes each schema and starts with the requested one', () => {
    expect(searchPathOf('api', ['public', 'ext"s'])).toBe('"api", "public", "ext""s"')
  })
})

describe('requestSettings', () => {
  it('contains method, path, headers by lower-case name, and cookies', () => {
    const headers = { 'X-Trace': 'a"b', Cookie: 'a=1; b="x y"; c' }
    const settings = requestSettings(new Request('http://local/rest/v1/films', { headers }), '/films')
    expect(settings).toMatchObject({ method: 'GET', path: '/films' })
    expect(JSON.parse(settings.headers)).toMatchObject({ 'x-trace': 'a"b' })
    expect(JSON.parse(settings.headers)).not.toHaveProperty('cookie')
    expect(JSON.parse(settings.cookies)).toEqual({ a: '1', b: '"x y"', c: '' })
  })

  it('contains the client’s address regardless of its headers', () => {
    const forged = { 'X-Forwarded-For': '198.51.100.1, 198.51.100.2', 'CF-Connecting-IP': '198.51.100.3' }
    const request = new Request('http://local/rest/v1/films', { headers: forged })
    const headersWith = (address?: string) => JSON.parse(requestSettings(request, '/films', address).headers)
    expect(headersWith('::ffff:203.0.113.7')).toEqual({
      'x-forwarded-for': '203.0.113.7',
      'cf-connecting-ip': '203.0.113.7',
    })
    expect(headersWith()).toEqual({ 'x-forwarded-for': '', 'cf-connecting-ip': '' })
  })

  it('contains the request’s id regardless of its headers', () => {
    const request = new Request('http://local/rest/v1/films', { headers: { 'X-Request-Id': 'forged' } })
    const headersOf = () => JSON.parse(requestSettings(request, '/films').headers)
    expect(withRequestId('real', headersOf)).toMatchObject({ 'x-request-id': 'real' })
    expect(headersOf()).not.toHaveProperty('x-request-id')
  })
})
