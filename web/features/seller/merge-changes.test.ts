import { describe, expect, it } from 'vitest'
import { mergeChanges } from './merge-changes.ts'

const base = { name: 'Crumb', about: 'Bread', town: { text: 'Ely' }, logo: null as string | null }

describe('mergeChanges', () => {
  it('takes changes made only elsewhere', () => {
    const { values, conflicting } = mergeChanges({ base, mine: base, theirs: { ...base, about: 'Cakes' } })
    expect(values).toEqual({ ...base, about: 'Cakes' })
    expect(conflicting).toEqual([])
  })

  it('keeps changes made only in this form, beside those made elsewhere', () => {
    const mine = { ...base, town: { text: 'Bath' } }
    const { values, conflicting } = mergeChanges({ base, mine, theirs: { ...base, logo: 'b.png' } })
    expect(values).toEqual({ ...base, town: { text: 'Bath' }, logo: 'b.png' })
    expect(conflicting).toEqual([])
  })

  it('keeps the value of this form for a field changed in both places, and reports the conflict', () => {
    const { values, conflicting } = mergeChanges({
      base,
      mine: { ...base, name: 'Crumbs', logo: 'mine.png' },
      theirs: { ...base, name: 'Crumble', logo: 'theirs.png' },
    })
    expect(values).toEqual({ ...base, name: 'Crumbs', logo: 'mine.png' })
    expect(conflicting).toEqual(['name', 'logo'])
  })

  it('reports no conflict when both places made the same change', () => {
    const changed = { ...base, town: { text: 'Bath' } }
    expect(mergeChanges({ base, mine: changed, theirs: { ...changed } })).toEqual({ values: changed, conflicting: [] })
  })
})
