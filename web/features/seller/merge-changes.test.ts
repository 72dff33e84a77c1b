import { describe, expect, it } from 'vitest'
import { mergeChanges } from './merge-changes.ts'

const base = { name: 'Crumb', about: 'Bread', town: { text: 'Ely' }, logo: null as string | null }

describe('mergeChanges', () => {
  it('takes over what only the others have changed', () => {
    const { values, disputed } = mergeChanges({ base, mine: base, theirs: { ...base, about: 'Cakes' } })
    expect(values).toEqual({ ...base, about: 'Cakes' })
    expect(disputed).toEqual([])
  })

  it('keeps what only I have changed, beside what the others have', () => {
    const mine = { ...base, town: { text: 'Bath' } }
    const { values, disputed } = mergeChanges({ base, mine, theirs: { ...base, logo: 'b.png' } })
    expect(values).toEqual({ ...base, town: { text: 'Bath' }, logo: 'b.png' })
    expect(disputed).toEqual([])
  })

  it('keeps mine where both have changed the same, and names it', () => {
    const { values, disputed } = mergeChanges({
      base,
      mine: { ...base, name: 'Crumbs', logo: 'mine.png' },
      theirs: { ...base, name: 'Crumble', logo: 'theirs.png' },
    })
    expect(values).toEqual({ ...base, name: 'Crumbs', logo: 'mine.png' })
    expect(disputed).toEqual(['name', 'logo'])
  })

  it('finds nothing to dispute in the same change made twice', () => {
    const changed = { ...base, town: { text: 'Bath' } }
    expect(mergeChanges({ base, mine: changed, theirs: { ...changed } })).toEqual({ values: changed, disputed: [] })
  })
})
