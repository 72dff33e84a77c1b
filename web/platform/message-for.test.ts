import { expect, it } from 'vitest'
import { MessageError, messageFor } from './message-for.ts'
import { QueryError, unwrap } from './unwrap.ts'

const fallback = 'Failed to update shop. Please try again.'

/** @param error as supabase-js returns it */
function failure(status: number, error: { message: string; code?: string; hint?: string | null }): unknown {
  try {
    return unwrap({ data: null, error, status })
  } catch (thrown) {
    return thrown
  }
}

it('A refusal of the database shows its own message', () => {
  const refused = failure(409, { message: 'This order has already been paid.', code: 'PT409', hint: 'paid' })
  expect(messageFor(refused, fallback)).toBe('This order has already been paid.')
})

it('A refusal of the rate limit shows its own message', () => {
  expect(messageFor(failure(429, { message: 'Too many requests. Please wait.' }), fallback)).toBe(
    'Too many requests. Please wait.',
  )
})

it('An error of the web app that is written for members shows its own message', () => {
  expect(messageFor(new MessageError('The picture is larger than 5 MB.'), fallback)).toBe(
    'The picture is larger than 5 MB.',
  )
})

it.each([
  ['a broken constraint', failure(400, { message: 'new row violates check constraint "shops_name"', code: '23514' })],
  [
    'an error with a hint of PostgreSQL',
    failure(404, {
      message: 'function x() does not exist',
      code: '42883',
      hint: 'No function matches the given name.',
    }),
  ],
  ['a fault of the server', failure(500, { message: 'Internal Server Error' })],
  ['an error without a message', new QueryError('', 400, 'PT400', null, { hint: 'empty' })],
  ['a bug', new TypeError('x is not a function')],
])('%s shows the fallback', (_, error) => {
  expect(messageFor(error, fallback)).toBe(fallback)
})

it('An unreachable server is named as the reason', () => {
  expect(messageFor(failure(0, { message: 'TypeError: Failed to fetch' }), fallback)).toBe(
    'Tuckbox cannot be reached. Please check your connection and try again.',
  )
})
