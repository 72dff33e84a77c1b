import { describe, expect, it } from 'vitest'
import { mergeEdits } from './merge-edits.ts'

const base = { name: 'Crumb', about: 'Bread', town: { text: 'Ely' }, logo: null as string | null }

describe('two edits of one form', () => {
  it('are merged when they changed different fields', () => {
    const mine = { ...base, town: { text: 'Bath' } }
    expect(mergeEdits({ base, mine, theirs: { ...base, about: 'Cakes', logo: 'b.png' } })).toEqual({
      values: { name: 'Crumb', about: 'Cakes', town: { text: 'Bath' }, logo: 'b.png' },
      conflicting: [],
    })
  })

  it('keep the member’s own values and name the conflicting fields', () => {
    const mine = { ...base, name: 'Crumbs', logo: 'mine.png' }
    const theirs = { ...base, name: 'Crumble', logo: 'theirs.png' }
    expect(mergeEdits({ base, mine, theirs })).toEqual({ values: mine, conflicting: ['name', 'logo'] })
  })

  it('do not conflict when both made the same change', () => {
    const changed = { ...base, town: { text: 'Bath' } }
    expect(mergeEdits({ base, mine: changed, theirs: { ...changed } })).toEqual({ values: changed, conflicting: [] })
  })
})
