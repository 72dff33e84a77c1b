/** What somebody signed in has typed and not sent yet, kept over a reload for as long as the browser's tab and gone when they leave. */

const prefix = 'tuckbox-'

/** @param whose the person first, then what it belongs to; the space before them tells it from what is nobody's own */
export function draftKey(name: string, ...whose: readonly string[]): string {
  return [prefix + name, ...whose].join(' ')
}

// A browser that keeps nothing, or has no room left, only forgets at a reload.
export function loadDraft(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

export function storeDraft(key: string, words: string): void {
  try {
    if (words === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, words)
  } catch {
    // As above.
  }
}

const listeners = new Set<() => void>()

/** For what is also held in memory. */
export function onDraftsCleared(forget: () => void): void {
  listeners.add(forget)
}

/** Somebody has left, or another has come. */
export function clearDrafts(): void {
  for (const forget of listeners) forget()
  listeners.clear()
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix) && key.includes(' ')) sessionStorage.removeItem(key)
    }
  } catch {
    // As above.
  }
}
