import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createToastStore } from './toast-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the toast store', () => {
  it('keeps only the latest toast', () => {
    const store = createToastStore()
    store.show({ title: 'Signed out' })
    store.show({ title: 'Sign in failed', variant: 'destructive' })
    expect(store.current()).toMatchObject({ title: 'Sign in failed', variant: 'destructive', open: true })
  })

  it('dismisses a toast after five seconds, and removes it 1,000,000 ms later', () => {
    const store = createToastStore()
    store.show({ title: 'Signed out' })
    vi.advanceTimersByTime(4_999)
    expect(store.current()?.open).toBe(true)
    vi.advanceTimersByTime(1)
    expect(store.current()).toMatchObject({ title: 'Signed out', open: false })
    vi.advanceTimersByTime(999_999)
    expect(store.current()).not.toBeNull()
    vi.advanceTimersByTime(1)
    expect(store.current()).toBeNull()
  })

  it('gives a second toast its own five seconds', () => {
    const store = createToastStore()
    store.show({ title: 'first' })
    vi.advanceTimersByTime(4_000)
    store.show({ title: 'second' })
    vi.advanceTimersByTime(4_000)
    expect(store.current()).toMatchObject({ title: 'second', open: true })
  })

  it('keeps a toast while it is held and dismisses it five seconds after its release', () => {
    const store = createToastStore()
    const id = store.show({ title: 'Signed out' })
    store.hold(id)
    vi.advanceTimersByTime(60_000)
    expect(store.current()?.open).toBe(true)
    store.release(id)
    vi.advanceTimersByTime(5_000)
    expect(store.current()?.open).toBe(false)
  })

  it('does not let an old toast dismiss or hold the one that replaced it', () => {
    const store = createToastStore()
    const first = store.show({ title: 'first' })
    store.show({ title: 'second' })
    store.dismiss(first)
    store.hold(first)
    expect(store.current()).toMatchObject({ title: 'second', open: true })
    vi.advanceTimersByTime(5_000)
    expect(store.current()?.open).toBe(false)
  })

  it('notifies its listeners of every change until they unsubscribe', () => {
    const store = createToastStore()
    const listener = vi.fn()
    const unsubscribe = store.subscribe(listener)
    const id = store.show({ title: 'Signed out' })
    store.dismiss(id)
    unsubscribe()
    store.show({ title: 'unheard' })
    expect(listener).toHaveBeenCalledTimes(2)
  })
})
