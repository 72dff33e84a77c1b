import { describe, expect, it } from 'vitest'
import { createSessionKeeper, sessionKey } from './session-keeper.ts'

function memory() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

function setUp() {
  const lasting = memory()
  const passing = memory()
  return { lasting, passing, keeper: createSessionKeeper(lasting, passing) }
}

describe('where the session is kept', () => {
  it('outlives the browser when the visitor wants to be remembered', () => {
    const { keeper, lasting, passing } = setUp()
    keeper.remember(true)
    keeper.setItem('s', 'one')
    expect([lasting.getItem('s'), passing.getItem('s')]).toEqual(['one', null])
  })

  it('ends with the tab when they do not', () => {
    const { keeper, lasting, passing } = setUp()
    keeper.remember(false)
    keeper.setItem('s', 'one')
    expect([lasting.getItem('s'), passing.getItem('s')]).toEqual([null, 'one'])
    expect(keeper.getItem('s')).toBe('one')
  })

  it('leaves no lasting copy behind when the next sign-in is not to be remembered', () => {
    const { keeper, lasting } = setUp()
    keeper.remember(true)
    keeper.setItem('s', 'one')
    keeper.remember(false)
    keeper.setItem('s', 'two')
    expect(lasting.getItem('s')).toBeNull()
  })

  it('holds to the choice while supabase-js clears other entries on its way', () => {
    const { keeper, lasting } = setUp()
    keeper.remember(false)
    keeper.removeItem(`${sessionKey}-code-verifier`)
    keeper.setItem(sessionKey, 'one')
    expect(lasting.getItem(sessionKey)).toBeNull()
  })

  it('holds to the choice on the way to another service and back, once', () => {
    const { lasting, passing, keeper } = setUp()
    keeper.rememberOnReturn(false)
    const back = createSessionKeeper(lasting, passing)
    back.takeUpReturn()
    back.setItem(sessionKey, 'one')
    expect([lasting.getItem(sessionKey), passing.getItem(sessionKey)]).toEqual([null, 'one'])
    back.removeItem(sessionKey)
    expect([...passing.items]).toEqual([])
    const later = createSessionKeeper(lasting, passing)
    later.takeUpReturn()
    later.setItem(sessionKey, 'from a link')
    expect(lasting.getItem(sessionKey)).toBe('from a link')
  })

  it('does not let the choice outlive the session it was made for', () => {
    const { keeper, lasting } = setUp()
    keeper.remember(false)
    keeper.setItem(sessionKey, 'one')
    keeper.removeItem(sessionKey)
    keeper.setItem(sessionKey, 'from a link')
    expect(lasting.getItem(sessionKey)).toBe('from a link')
  })

  it('keeps a refreshed session where a reload found it', () => {
    const { lasting, passing } = setUp()
    passing.setItem('s', 'one')
    const afterReload = createSessionKeeper(lasting, passing)
    afterReload.setItem('s', 'refreshed')
    expect([lasting.getItem('s'), passing.getItem('s')]).toEqual([null, 'refreshed'])
  })

  it('keeps a session from an e-mail link for the next visit', () => {
    const { keeper, lasting } = setUp()
    keeper.setItem('s', 'from a link')
    expect(lasting.getItem('s')).toBe('from a link')
  })

  it('forgets the session in both places', () => {
    const { keeper, lasting, passing } = setUp()
    lasting.setItem('s', 'old')
    passing.setItem('s', 'new')
    keeper.removeItem('s')
    expect([lasting.getItem('s'), passing.getItem('s'), keeper.getItem('s')]).toEqual([null, null, null])
  })
})
