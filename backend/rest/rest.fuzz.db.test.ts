import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Statement } from '../database/database.ts'
import { fuzz, fuzzCases, fuzzTimeoutMs } from '../fuzzing.ts'
import type { Rest } from './index.ts'
import { type FilmArchive, openFilmArchive, requestTo, service } from './testing/film-archive.ts'
import { marker } from './testing/random-queries.ts'
import { type RandomRequest, randomRequest } from './testing/random-requests.ts'
import { recordedRest } from './testing/recorded-rest.ts'

const statements: Statement[] = []
let archive: FilmArchive
let rest: Rest
beforeAll(async () => {
  archive = await openFilmArchive()
  rest = await recordedRest(archive.database, (statement) => statements.push(statement))
})
afterAll(async () => {
  await rest.close()
  await archive.close()
})

describe('a random request', () => {
  it(
    "gets a status below 500 in PostgREST's format, keeps values out of statements and leaks no memory",
    async () => {
      const check = async (random: RandomRequest) => {
        statements.length = 0
        const response = await rest.handle(toRequest(random), service)
        const text = await response.text()
        expect(response.status, text).toBeLessThan(500)
        for (const statement of statements) expect(statement.text).not.toContain(marker)
        if (response.status >= 300 && text !== '') {
          const error: Record<string, unknown> = JSON.parse(text)
          expect(Object.keys(error)).toEqual(['code', 'details', 'hint', 'message'])
          // A syntax error may be in a text search query, never in the statement.
          expect(error.message).not.toMatch(/^syntax error at/)
        }
      }
      const { heapMegabytes } = await fuzz(randomRequest, check, fuzzCases())
      expect(heapMegabytes.late - heapMegabytes.early).toBeLessThan(30)
    },
    fuzzTimeoutMs,
  )
})

function toRequest({ method, path, search, body, preference, accept, headers }: RandomRequest): Request {
  const isRead = method === 'GET' || method === 'HEAD'
  return requestTo(`${path}?${search}`, {
    method,
    // Changes are rolled back, so that each request finds the same rows.
    headers: {
      Prefer: isRead ? preference : `tx=rollback,${preference}`,
      Accept: accept,
      'Content-Type': 'application/json',
      ...headers,
    },
    ...(isRead ? {} : { body }),
  })
}
