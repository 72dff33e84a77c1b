import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createToastStore } from './toast-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the toast store', () => {
  it('keeps only the latest notice', () => {
    const store = createToastStore()
    store.show({ title: 'Signed out' })
    store.show({ title: 'Sign in failed', variant: 'destructive' })
    expect(store.current()).toMatchObject({ title: 'Sign in failed', variant: 'destructive', open: true })
  })

  it('dismisses a notice after five seconds, and forgets it 1,000,000 ms later', () => {
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

  it('gives a second notice its own five seconds', () => {
    const store = createToastStore()
    store.show({ title: 'first' })
    vi.advanceTimersByTime(4_000)
    store.show({ title: 'second' })
    vi.advanceTimersByTime(4_000)
    expect(store.current()).toMatchObject({ title: 'second', open: true })
  })

  it('stays while somebody reads it and leaves five seconds after they stop', () => {
    const store = createToastStore()
    const id = store.show({ title: 'Signed out' })
    store.hold(id)
    vi.advanceTimersByTime(60_000)
    expect(store.current()?.open).toBe(true)
    store.release(id)
    vi.advanceTimersByTime(5_000)
    expect(store.current()?.open).toBe(false)
  })

  it('does not let an old notice dismiss or hold the one that took its place', () => {
    const store = createToastStore()
    const first = store.show({ title: 'first' })
    store.show({ title: 'second' })
    store.dismiss(first)
    store.hold(first)
    expect(store.current()).toMatchObject({ title: 'second', open: true })
    vi.advanceTimersByTime(5_000)
    expect(store.current()?.open).toBe(false)
  })

  it('tells its listeners of every change until they leave', () => {
    const store = createToastStore()
    const listener = vi.fn()
    const leave = store.subscribe(listener)
    const id = store.show({ title: 'Signed out' })
    store.dismiss(id)
    leave()
    store.show({ title: 'unheard' })
    expect(listener).toHaveBeenCalledTimes(2)
  })
})
