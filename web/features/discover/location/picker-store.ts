/** The store of the place picker, which opens over any page. */
import { createStore } from '#platform/create-store.ts'

export interface OpenPicker {
  /** The element that opened it. The focus returns to it. */
  readonly opener: Element | null
}

/** Null while it is closed. */
export const placePicker = createStore<OpenPicker | null>(null)

/** @param opener the element that gets the focus afterwards, if the focused one will be removed */
export function openPlacePicker(opener: Element | null = document.activeElement): void {
  placePicker.set({ opener })
}

export function closePlacePicker(): void {
  placePicker.set(null)
}
