/** Unsent text of a member, kept in sessionStorage. It survives a reload and is cleared at sign-out. */

const prefix = 'tuckbox-'

/**
 * @param owner the user id, then what the draft belongs to. They follow a space: `clearDrafts` removes all keys that have
 * one.
 */
export function draftKey(name: string, ...owner: readonly string[]): string {
  return [prefix + name, ...owner].join(' ')
}

// Without storage, or when it is full, a draft is lost at a reload.
export function loadDraft(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

export function storeDraft(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // See above.
  }
}

const listeners = new Set<() => void>()

/** Registers a callback for drafts that are also held in memory. */
export function onDraftsCleared(clear: () => void): void {
  listeners.add(clear)
}

/** Called when the member changes. */
export function clearDrafts(): void {
  for (const clear of listeners) clear()
  listeners.clear()
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix) && key.includes(' ')) sessionStorage.removeItem(key)
    }
  } catch {
    // See above.
  }
}
