import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#backend/database/database'
import { openTestDatabase } from '#backend/database/testing'
import { type Net, startNet } from './index.ts'

let database: Database
let net: Net
const withTimeout = { timeout: 20_000 }
const requests: string[] = []

const functions = async (request: Request): Promise<Response> => {
  requests.push(`${request.method} ${request.url} ${request.headers.get('content-type')} ${await request.text()}`)
  if (request.url.endsWith('/breaks')) throw new Error('by design')
  if (request.url.endsWith('/waits'))
    return new Promise((_resolve, reject) => request.signal.addEventListener('abort', () => reject(new Error('gone'))))
  return Response.json({ ok: 'yes' }, { status: 201 })
}

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  await net.close()
  await database.close()
})

const read = async (text: string) => (await database.run({ text, values: [] })).rows.map((row) => row.join(' | '))
const post = (path: string, more = '') =>
  read(`select net.http_post('http://backend.internal/functions/v1/${path}'${more})`)
const responses = () =>
  read(
    `select coalesce(status_code::text, error_msg), timed_out, coalesce(content, '') from net._http_response order by id`,
  )

it('net.http_post sends each request once its transaction has committed, also those queued before the start, and stores responses', async () => {
  await post('early', `, '{"a": 1}'`)
  net = await startNet({ database, functions, log: { error: () => {} } })
  await expect.poll(responses, withTimeout).toEqual(['201 | f | {"ok":"yes"}'])
  const given = database.transaction(async (tx) => {
    await tx.run({ text: `select net.http_post('http://backend.internal/functions/v1/never')`, values: [] })
    throw new Error('changed my mind')
  })
  await expect(given).rejects.toThrow('changed my mind')
  await Promise.all(Array.from({ length: 20 }, (_, n) => post('late', `, '{"n": ${n}}'`)))
  await expect.poll(async () => (await responses()).length, withTimeout).toBe(21)
  expect(requests[0]).toBe('POST http://backend.internal/functions/v1/early application/json {"a": 1}')
  expect(new Set(requests).size).toBe(21)
  expect(await read('select count(*) from net.http_request_queue')).toEqual(['0'])
})

it('net.http_post encodes its parameters, so no value changes the URL', async () => {
  await post('encoded', `, params := '{"a&b": "1 + 1 = 2?#", "né": "50% & “more”/~_-.", "empty": ""}'`)
  await expect.poll(async () => (await responses()).length, withTimeout).toBe(22)
  const url = requests.map((line) => line.split(' ')[1] ?? '').find((address) => address.includes('/encoded'))
  expect([...new URL(url ?? '').searchParams].toSorted()).toEqual([
    ['a&b', '1 + 1 = 2?#'],
    ['empty', ''],
    ['né', '50% & “more”/~_-.'],
  ])
})

it('net.http_post calls only the project’s functions, and distinguishes failures from timeouts', async () => {
  const before = requests.length
  await read('delete from net._http_response')
  for (const url of [
    'http://169.254.169.254/latest',
    'http://backend.internal.example/functions/v1/x',
    'http://backend.internal/rest/v1/x',
    'file:///etc/passwd',
    '',
  ])
    await read(`select net.http_post('${url}')`)
  await expect.poll(async () => (await responses()).length, withTimeout).toBe(5)
  expect(new Set(await responses())).toEqual(new Set(['Only the functions of this project can be called | f | ']))
  expect(requests).toHaveLength(before)

  await read('delete from net._http_response')
  await post('breaks')
  await post('waits', ', timeout_milliseconds := 50')
  await expect.poll(responses, withTimeout).toEqual(['by design | f | ', 'Timeout of 50 ms reached | t | '])
})

it('net.http_post is closed to the roles of the API', async () => {
  for (const role of ['anon', 'authenticated', 'service_role']) {
    const text = `select net.http_post('http://backend.internal/functions/v1/x')`
    await expect(database.run({ text, values: [] }, { role, claims: '{}' })).rejects.toMatchObject({ code: '42501' })
  }
})
