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

describe('the auth storage', () => {
  it('keeps a remembered session in localStorage', () => {
    const { storage, local, tab } = setUp()
    storage.remember(true)
    storage.setItem('s', 'one')
    expect([local.getItem('s'), tab.getItem('s')]).toEqual(['one', null])
  })

  it('keeps any other session in sessionStorage', () => {
    const { storage, local, tab } = setUp()
    storage.remember(false)
    storage.setItem('s', 'one')
    expect([local.getItem('s'), tab.getItem('s')]).toEqual([null, 'one'])
    expect(storage.getItem('s')).toBe('one')
  })

  it('removes the copy in localStorage when the next sign-in is not remembered', () => {
    const { storage, local } = setUp()
    storage.remember(true)
    storage.setItem('s', 'one')
    storage.remember(false)
    storage.setItem('s', 'two')
    expect(local.getItem('s')).toBeNull()
  })

  it('keeps the choice while supabase-js removes other entries', () => {
    const { storage, local } = setUp()
    storage.remember(false)
    storage.removeItem(`${sessionKey}-code-verifier`)
    storage.setItem(sessionKey, 'one')
    expect(local.getItem(sessionKey)).toBeNull()
  })

  it('keeps the choice over one redirect to another service and back', () => {
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

  it('resets the choice when the session ends', () => {
    const { storage, local } = setUp()
    storage.remember(false)
    storage.setItem(sessionKey, 'one')
    storage.removeItem(sessionKey)
    storage.setItem(sessionKey, 'from a link')
    expect(local.getItem(sessionKey)).toBe('from a link')
  })

  it('keeps a refreshed session in its store', () => {
    const { local, tab } = setUp()
    tab.setItem('s', 'one')
    const afterReload = createAuthStorage(local, tab)
    afterReload.setItem('s', 'refreshed')
    expect([local.getItem('s'), tab.getItem('s')]).toEqual([null, 'refreshed'])
  })

  it('keeps a session from an email link in localStorage', () => {
    const { storage, local } = setUp()
    storage.setItem('s', 'from a link')
    expect(local.getItem('s')).toBe('from a link')
  })

  it('removes the session from both stores', () => {
    const { storage, local, tab } = setUp()
    local.setItem('s', 'old')
    tab.setItem('s', 'new')
    storage.removeItem('s')
    expect([local.getItem('s'), tab.getItem('s'), storage.getItem('s')]).toEqual([null, null, null])
  })
})
