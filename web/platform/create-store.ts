/** A value outside React. Components follow it with `useStore`. */
import { useSyncExternalStore } from 'react'

export interface ReadableStore<Value> {
  current(): Value
  /** What the server renders, and the first view in the browser. */
  initial(): Value
  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void
}

export interface Store<Value> extends ReadableStore<Value> {
  set(value: Value): void
}

export function createStore<Value>(first: Value): Store<Value> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    current: () => value,
    initial: () => first,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useStore = <Value>({ subscribe, current, initial }: ReadableStore<Value>): Value =>
  useSyncExternalStore(subscribe, current, initial)
