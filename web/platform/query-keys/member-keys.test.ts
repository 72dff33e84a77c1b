import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const web = path.resolve(import.meta.dirname, '../..')

it('Query keys are written in key factories alone, and no query is found by the positions in its key', () => {
  const users = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^platform\/query-keys\//.test(file),
  )
  expect(users.length).toBeGreaterThan(400)
  const found = users.flatMap((file) =>
    [...readFileSync(path.join(web, file), 'utf8').matchAll(/queryKey: \[['"`].*|predicate: .*queryKey.*/g)].map(
      ([match]) => `${file}: ${match}`,
    ),
  )
  expect(found).toEqual([])
})
