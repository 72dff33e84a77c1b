import { describe, expect, it } from 'vitest'
import { hygieneLabel } from './hygiene.ts'

describe('hygieneLabel', () => {
  it('puts ratings into the words of their scheme', () => {
    expect(['5', '0', 'pass', 'awaiting_inspection'].map(hygieneLabel)).toEqual([
      '5 – Very good',
      '0 – Urgent improvement necessary',
      'Pass',
      'Awaiting inspection',
    ])
  })

  it('shows nothing for what is no rating', () => {
    expect([null, '', '6', 'constructor'].map(hygieneLabel)).toEqual([null, null, null, null])
  })
})
