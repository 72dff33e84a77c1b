import { describe, expect, it } from 'vitest'
import { isRefusal, isUniqueViolation, QueryError, unwrap, unwrapOptional } from './unwrap.ts'

const failed = (status: number, code = 'PGRST100') => ({ data: null, error: { message: 'no', code }, status })

function thrown(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}

describe('the data of a response', () => {
  it('is returned, even if it is an empty list', () => {
    expect(unwrap({ data: [], error: null, status: 200 })).toEqual([])
  })

  it('may be missing only with unwrapOptional', () => {
    expect(unwrapOptional({ data: null, error: null, status: 200 })).toBeNull()
    expect(() => unwrap({ data: null, error: null, status: 200 })).toThrow(QueryError)
  })

  it('is replaced by a QueryError with status, code and cause after a failure', () => {
    const error = thrown(() => unwrap(failed(406, 'PGRST116')))
    expect(error).toMatchObject({ name: 'QueryError', message: 'no', status: 406, code: 'PGRST116' })
    expect(error).toHaveProperty('cause.code', 'PGRST116')
  })
})

describe('a retry', () => {
  it.each([400, 401, 403, 404, 406, 409])('cannot help after status %i', (status) => {
    expect(isRefusal(thrown(() => unwrap(failed(status))))).toBe(true)
  })

  it.each([0, 408, 429, 500, 503])('may help after status %i', (status) => {
    expect(isRefusal(thrown(() => unwrap(failed(status))))).toBe(false)
  })

  it('may help after an error that is no response', () => {
    expect(isRefusal(new TypeError('Failed to fetch'))).toBe(false)
  })
})

describe('a row that already exists', () => {
  it('is known by the error of the response, and by the thrown error', () => {
    const response = failed(409, '23505')
    expect(isUniqueViolation(response.error)).toBe(true)
    expect(isUniqueViolation(thrown(() => unwrap(response)))).toBe(true)
  })

  it('is not suspected without an error, or after another one', () => {
    for (const error of [null, undefined, new TypeError('Failed to fetch'), failed(409, '23503').error])
      expect(isUniqueViolation(error)).toBe(false)
  })
})
