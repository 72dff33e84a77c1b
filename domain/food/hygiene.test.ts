import { describe, expect, it } from 'vitest'
import { hygieneLabel } from './hygiene.ts'

describe('hygieneLabel', () => {
  it('words ratings by their scheme', () => {
    expect(['5', '0', 'pass', 'awaiting_inspection'].map(hygieneLabel)).toEqual([
      '5 – Very good',
      '0 – Urgent improvement necessary',
      'Pass',
      'Awaiting inspection',
    ])
  })

  it('is null for an invalid rating', () => {
    expect([null, '', '6', 'constructor'].map(hygieneLabel)).toEqual([null, null, null, null])
  })
})
