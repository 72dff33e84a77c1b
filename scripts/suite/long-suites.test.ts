import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { longSuites, suitesFor } from './long-suites.mjs'

it('A change of the migrations asks for crashes, a change of a page for the sweep, and one of the manual for nothing', () => {
  expect(suitesFor(['supabase/schemas/orders/tables.sql'])).toEqual(['tests', 'crash'])
  expect(suitesFor(['web/pages/cart.page.tsx'])).toEqual(['browser', 'sweep'])
  expect(suitesFor(['docs/operations.md'])).toEqual([])
})

it('The table of docs/testing.md has the same suites and folders', () => {
  const text = readFileSync(new URL('../../docs/testing.md', import.meta.url), 'utf8')
  for (const { name, proves, folders } of longSuites) {
    const names = folders.map((folder) => `\`${folder}\``).join(', ')
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`| \`${name}\` | ${proves} | ${names} |`)
  }
})
