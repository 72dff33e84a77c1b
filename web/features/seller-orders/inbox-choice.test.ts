import { describe, expect, it } from 'vitest'
import { inboxAddress, readInboxChoice } from './inbox-choice.ts'

const order = '00000000-0000-4000-8000-000000000000'

describe('the inbox’s address', () => {
  it('is plain for what is to be made', () => {
    const choice = readInboxChoice(new URLSearchParams())
    expect(choice).toEqual({ tab: 'processing', day: null, text: '', after: null, order: null })
    expect(inboxAddress(choice)).toBe('?')
  })

  it.each([
    '?state=ready&day=late',
    '?day=2026-11-28&q=Ann',
    `?state=all&q=%231234abcd&order=${order}`,
    `?after=2026-11-21T09%3A00%3A00_${order}`,
    '?state=delivered',
  ])('says all that was chosen: %s', (address) => {
    expect(inboxAddress(readInboxChoice(new URLSearchParams(address)))).toBe(address)
  })

  it.each(['?state=lost', '?day=someday', '?day=2026-13-01', '?order=1', '?q=%20'])(
    'is plain where it says what there is not: %s',
    (address) => expect(inboxAddress(readInboxChoice(new URLSearchParams(address)))).toBe('?'),
  )

  it('names no day where a day says nothing', () => {
    expect(inboxAddress(readInboxChoice(new URLSearchParams('?state=delivered&day=today')))).toBe('?state=delivered')
  })
})
