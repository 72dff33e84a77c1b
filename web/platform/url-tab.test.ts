import { describe, expect, it } from 'vitest'
import { readTab } from './url-tab.ts'

describe('readTab', () => {
  it('returns the tab that the URL names, or the first tab', () => {
    const tabs = ['items', 'reviews'] as const
    const read = (search: string) => readTab(new URLSearchParams(search), tabs)
    expect(['?tab=reviews', '?tab=items', '?tab=', '', '?tab=else'].map(read)).toEqual([
      'reviews',
      'items',
      'items',
      'items',
      'items',
    ])
  })
})
