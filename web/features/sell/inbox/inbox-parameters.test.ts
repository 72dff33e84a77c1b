import { describe, expect, it } from 'vitest'
import { inboxUrl, readInboxParameters } from './inbox-parameters.ts'

const order = '00000000-0000-4000-8000-000000000000'

describe('The URL of the inbox', () => {
  it('has no parameters for the default tab', () => {
    const parameters = readInboxParameters(new URLSearchParams())
    expect(parameters).toEqual({ tab: 'processing', day: null, text: '', after: null, order: null })
    expect(inboxUrl(parameters)).toBe('?')
  })

  it.each([
    '?status=ready&day=late',
    '?day=2026-11-28&q=Ann',
    `?status=all&q=%231234abcd&order=${order}`,
    `?after=2026-11-21T09%3A00%3A00_${order}`,
    '?status=delivered',
  ])('keeps every filter: %s', (search) => {
    expect(inboxUrl(readInboxParameters(new URLSearchParams(search)))).toBe(search)
  })

  it.each(['?status=lost', '?day=someday', '?day=2026-13-01', '?order=1', '?q=%20'])(
    'drops invalid values: %s',
    (search) => expect(inboxUrl(readInboxParameters(new URLSearchParams(search)))).toBe('?'),
  )

  it('has no day on tabs without a day filter', () => {
    expect(inboxUrl(readInboxParameters(new URLSearchParams('?status=delivered&day=today')))).toBe('?status=delivered')
  })
})
