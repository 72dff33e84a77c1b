import { expect, it } from 'vitest'
import { PreparedStatements } from './prepared.ts'

it('closes the least recently used statement when the limit is exceeded', () => {
  const prepared = new PreparedStatements(3)
  const names = ['a', 'b', 'c'].map((text) => prepared.use(text).name)
  expect(prepared.use('a')).toEqual({ name: names[0], isNew: false, evicted: [] })
  expect(prepared.use('d')).toMatchObject({ isNew: true, evicted: [names[1]] })
  expect(prepared.use('a').isNew).toBe(false)
  expect(prepared.use('b')).toMatchObject({ isNew: true, evicted: [names[2]] })
})
