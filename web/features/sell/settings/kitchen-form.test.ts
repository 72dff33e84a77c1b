import { describe, expect, it } from 'vitest'
import { kitchenForm, kitchenFormValues } from './kitchen-form.ts'

const empty = kitchenFormValues(null)

describe('the form of kitchen facts', () => {
  it('presets nothing, and saves what is not stated as not stated', () => {
    expect(new Set(Object.values(empty.handles))).toEqual(new Set(['unstated']))
    expect(kitchenForm.parse(empty)).toEqual({ handles: {}, shares_equipment: null, is_nut_free: null })
  })

  it('shows saved facts as they were entered', () => {
    const facts = { handles: { milk: true, nuts: false }, shares_equipment: false, is_nut_free: null }
    expect(kitchenForm.parse(kitchenFormValues({ ...facts, reviewed_at: '2026-11-03T12:00:00Z' }))).toEqual(facts)
  })

  it('refuses a nut-free kitchen that handles nuts, or does not say', () => {
    const withNuts = (nuts: 'yes' | 'no' | 'unstated', peanuts: 'yes' | 'no') =>
      kitchenForm.safeParse({ ...empty, isNutFree: 'yes', handles: { ...empty.handles, nuts, peanuts } })
    expect(withNuts('no', 'no').success).toBe(true)
    for (const refused of [withNuts('yes', 'no'), withNuts('no', 'yes'), withNuts('unstated', 'no')])
      expect(refused.error?.issues[0]?.path).toEqual(['isNutFree'])
  })
})
