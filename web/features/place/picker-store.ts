/** Whether the place picker is open. It opens over any page, from anywhere. */

export interface OpenPicker {
  /** What was pressed to open it; the keyboard returns there. */
  readonly opener: Element | null
}

let openPicker: OpenPicker | null = null
const listeners = new Set<() => void>()

function setPicker(next: OpenPicker | null): void {
  openPicker = next
  for (const listener of listeners) listener()
}

/** @param opener where the keyboard goes afterwards, when what has it now will be gone by then */
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
