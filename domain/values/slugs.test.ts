import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slugify } from './slugs.ts'

describe('slugify', () => {
  it.each([
    ['Sweet Treats', 'sweet-treats'],
    ["Mary's  Cakes & Co", 'marys-cakes-co'],
    ['  --Bread_ & Butter--  ', 'bread_-butter'],
    ['Café Olé', 'caf-ol'],
    ['A\tB\nC', 'a-b-c'],
    ['100% Cocoa!', '100-cocoa'],
    ['蛋糕', ''],
    ['', ''],
  ])('turns %j into %j', (name, slug) => {
    expect(slugify(name)).toBe(slug)
  })

  it('leaves a slug unchanged, so that a URL with either name or slug leads to the shop', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => slugify(slugify(name)) === slugify(name)))
  })

  it('returns word characters and single inner hyphens only', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => /^(\w+(-\w+)*)?$/.test(slugify(name))))
  })
})
