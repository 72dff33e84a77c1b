import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { closureForm } from './closure-form.ts'

/** The errors of an input by field; empty if it is valid. */
function errorsOf(form: z.ZodType, input: unknown): Record<string, string> {
  const issues = form.safeParse(input).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

describe('the closure form', () => {
  const form = closureForm('2026-11-21')
  const closure = { fromDate: '2026-12-24', toDate: '2027-01-02', note: ' ' }

  it('accepts days that are not over yet', () => {
    expect(form.parse(closure)).toEqual({ ...closure, note: null })
    expect(errorsOf(form, { ...closure, fromDate: '2026-11-01', toDate: '2026-11-21' })).toEqual({})
  })

  it.each([
    [{ fromDate: '' }, { fromDate: 'Please enter the first day.' }],
    [{ toDate: '2026-02-30' }, { toDate: 'Please enter the last day.' }],
    [{ toDate: '2026-12-23' }, { toDate: 'The last day must not be before the first.' }],
    [{ fromDate: '2026-11-01', toDate: '2026-11-20' }, { toDate: 'These days are over already.' }],
    [{ toDate: '2027-12-26' }, { toDate: 'A shop can be closed for at most a year at a time.' }],
  ])('refuses %j', (values, wanted) => {
    expect(errorsOf(form, { ...closure, ...values })).toEqual(wanted)
  })
})
