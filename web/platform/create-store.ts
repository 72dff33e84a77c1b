/** A value outside React. Components follow it with `useSyncExternalStore`. */
export interface Store<Value> {
  current(): Value
  set(value: Value): void
  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void
}

export function createStore<Value>(first: Value): Store<Value> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    current: () => value,
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
