import { describe, expect, it } from 'vitest'
import { createAuthStorage, sessionKey } from './auth-storage.ts'

function memoryStore() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

function setUp() {
  const local = memoryStore()
  const tab = memoryStore()
  return { local, tab, storage: createAuthStorage(local, tab) }
}

describe('where the session is kept', () => {
  it('outlives the browser when the visitor wants to be remembered', () => {
    const { storage, local, tab } = setUp()
    storage.remember(true)
    storage.setItem('s', 'one')
    expect([local.getItem('s'), tab.getItem('s')]).toEqual(['one', null])
  })

  it('ends with the tab when they do not', () => {
    const { storage, local, tab } = setUp()
    storage.remember(false)
    storage.setItem('s', 'one')
    expect([local.getItem('s'), tab.getItem('s')]).toEqual([null, 'one'])
    expect(storage.getItem('s')).toBe('one')
  })

  it('leaves no lasting copy behind when the next sign-in is not to be remembered', () => {
    const { storage, local } = setUp()
    storage.remember(true)
    storage.setItem('s', 'one')
    storage.remember(false)
    storage.setItem('s', 'two')
    expect(local.getItem('s')).toBeNull()
  })

  it('holds to the choice while supabase-js clears other entries on its way', () => {
    const { storage, local } = setUp()
    storage.remember(false)
    storage.removeItem(`${sessionKey}-code-verifier`)
    storage.setItem(sessionKey, 'one')
    expect(local.getItem(sessionKey)).toBeNull()
  })

  it('holds to the choice on the way to another service and back, once', () => {
    const { local, tab, storage } = setUp()
    storage.rememberAfterRedirect(false)
    const back = createAuthStorage(local, tab)
    back.restoreAfterRedirect()
    back.setItem(sessionKey, 'one')
    expect([local.getItem(sessionKey), tab.getItem(sessionKey)]).toEqual([null, 'one'])
    back.removeItem(sessionKey)
    expect([...tab.items]).toEqual([])
    const later = createAuthStorage(local, tab)
    later.restoreAfterRedirect()
    later.setItem(sessionKey, 'from a link')
    expect(local.getItem(sessionKey)).toBe('from a link')
  })

  it('does not let the choice outlive the session it was made for', () => {
    const { storage, local } = setUp()
    storage.remember(false)
    storage.setItem(sessionKey, 'one')
    storage.removeItem(sessionKey)
    storage.setItem(sessionKey, 'from a link')
    expect(local.getItem(sessionKey)).toBe('from a link')
  })

  it('keeps a refreshed session where a reload found it', () => {
    const { local, tab } = setUp()
    tab.setItem('s', 'one')
    const afterReload = createAuthStorage(local, tab)
    afterReload.setItem('s', 'refreshed')
    expect([local.getItem('s'), tab.getItem('s')]).toEqual([null, 'refreshed'])
  })

  it('keeps a session from an e-mail link for the next visit', () => {
    const { storage, local } = setUp()
    storage.setItem('s', 'from a link')
    expect(local.getItem('s')).toBe('from a link')
  })

  it('forgets the session in both places', () => {
    const { storage, local, tab } = setUp()
    local.setItem('s', 'old')
    tab.setItem('s', 'new')
    storage.removeItem('s')
    expect([local.getItem('s'), tab.getItem('s'), storage.getItem('s')]).toEqual([null, null, null])
  })
})
