/** A value in localStorage, shared by all tabs. */
import { createStore, type Store } from './create-store.ts'

export interface StoredValue<Value> extends Omit<Store<Value>, 'set' | 'initial'> {
  /** Updates the current value, including changes of other tabs. */
  change(next: (value: Value) => Value): void
}

export interface StoredValueOptions<Value> {
  readonly key: string
  /** @param text null if nothing is stored */
  readonly read: (text: string | null) => Value
  /** Null without storage: on the server, and in browsers that forbid it. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | null
  /** Called once when saving fails: storage is full, or the browser forbids it. The value then lives in this tab only. */
  readonly onSaveFailed?: (() => void) | undefined
}

export function createStoredValue<Value>({
  key,
  read: parse,
  storage,
  onSaveFailed,
}: StoredValueOptions<Value>): StoredValue<Value> & { reload(): void } {
  let writableStorage = storage
  let isReported = false
  let text = read()
  const { current, set, subscribe } = createStore(parse(text))

  function read(): string | null {
    try {
      return writableStorage?.getItem(key) ?? null
    } catch {
      writableStorage = null
      return null
    }
  }

  function save(next: Value): void {
    text = JSON.stringify(next)
    try {
      writableStorage?.setItem(key, text)
    } catch {
      // The stored value is now outdated, so this tab stops reading it.
      writableStorage = null
    }
    if (writableStorage || isReported) return
    isReported = true
    onSaveFailed?.()
  }

  function reload(): void {
    if (!writableStorage) return
    const stored = read()
    // Unchanged text must not cause a render.
    if (stored === text) return
    text = stored
    set(parse(stored))
  }

  return {
    current,
    subscribe,
    change(update) {
      reload()
      const next = update(current())
      if (next === current()) return
      save(next)
      set(next)
    },
    reload,
  }
}

/** Synchronised between tabs. */
export function createBrowserValue<Value>(options: Omit<StoredValueOptions<Value>, 'storage'>): StoredValue<Value> {
  const value = createStoredValue({ ...options, storage: localStorageIfAllowed() })
  window.addEventListener('storage', ({ key }) => {
    if (key === options.key || key === null) value.reload()
  })
  // A page restored from the back/forward cache has missed storage events.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) value.reload()
  })
  return value
}

/** Accessing localStorage throws where the browser forbids storage. */
function localStorageIfAllowed(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
