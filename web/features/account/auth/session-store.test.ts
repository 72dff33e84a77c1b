import { describe, expect, it, vi } from 'vitest'
import { createSessionStore } from './session-store.ts'

const rosie = { id: '1', name: 'Rosie', email: 'rosie@example.com', avatarUrl: null }

describe('the session store', () => {
  it('has a stored user from the start', () => {
    expect(createSessionStore(rosie, () => {}).current()).toEqual({ status: 'signed-in', user: rosie })
    expect(createSessionStore(null, () => {}).current()).toEqual({ status: 'visitor' })
  })

  it('reports a change of the user, but not the same user again', () => {
    const onUserChange = vi.fn()
    const store = createSessionStore(rosie, onUserChange)
    store.set({ ...rosie })
    expect(onUserChange).not.toHaveBeenCalled()
    store.set({ ...rosie, id: '2' })
    store.set(null)
    store.set(null)
    expect(onUserChange).toHaveBeenCalledTimes(2)
  })

  it('notifies components of a new name without dropping the user’s data', () => {
    const onUserChange = vi.fn()
    const listener = vi.fn()
    const store = createSessionStore(rosie, onUserChange)
    store.subscribe(listener)
    store.set({ ...rosie, name: 'Rosie B.' })
    expect(listener).toHaveBeenCalledOnce()
    expect(onUserChange).not.toHaveBeenCalled()
  })

  it('keeps the same state object while nothing changes, so that components do not render again', () => {
    const store = createSessionStore(rosie, () => {})
    const before = store.current()
    store.set({ ...rosie })
    expect(store.current()).toBe(before)
  })
})
