/** The store of the place picker, which opens over any page. */

export interface OpenPicker {
  /** The element that opened it. The focus returns to it. */
  readonly opener: Element | null
}

let openPicker: OpenPicker | null = null
const listeners = new Set<() => void>()

function setPicker(next: OpenPicker | null): void {
  openPicker = next
  for (const listener of listeners) listener()
}

/** @param opener the element that gets the focus afterwards, if the focused one will be removed */
export function openPlacePicker(opener: Element | null = document.activeElement): void {
  setPicker({ opener })
}

export function closePlacePicker(): void {
  setPicker(null)
}

export function currentPlacePicker(): OpenPicker | null {
  return openPicker
}

export function subscribeToPlacePicker(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
