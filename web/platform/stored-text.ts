/** Text in localStorage, and in this tab only where the browser forbids storage or it is full. */
const tabOnly = new Map<string, string | null>()

export function loadText(key: string): string | null {
  const text = tabOnly.get(key)
  if (text !== undefined) return text
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** @param text null removes it */
export function storeText(key: string, text: string | null): void {
  try {
    if (text === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, text)
    tabOnly.delete(key)
  } catch {
    tabOnly.set(key, text)
  }
}
