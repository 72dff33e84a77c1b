/** Holds the current toast. Any code in the browser may call it; the server never shows one. */
import type { ReactNode } from 'react'

export interface Notice {
  title: string
  description?: ReactNode
  /** `destructive` is for errors, which are announced at once. */
  variant?: 'default' | 'destructive'
  /** Instead of five seconds. */
  dismissAfterMs?: number
}

export interface Toast extends Notice {
  id: number
  open: boolean
}

/** Hovering or focusing the toast stops this timer. */
const toastDismissMs = 5_000
/** A dismissed toast stays in the store, hidden, for this long or until the next one. */
const toastRemovalMs = 1_000_000

export interface ToastStore {
  /** Replaces the current toast. */
  show(notice: Notice): number
  dismiss(id: number): void
  /** Stops the timer while the toast is being read, and restarts it. */
  hold(id: number): void
  release(id: number): void
  current(): Toast | null
  subscribe(listener: () => void): () => void
}

export function createToastStore(): ToastStore {
  let toast: Toast | null = null
  let lastId = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function setToast(next: Toast | null) {
    toast = next
    for (const listener of listeners) listener()
  }

  function after(milliseconds: number, act: () => void) {
    clearTimeout(timer)
    timer = setTimeout(act, milliseconds)
  }

  function dismiss(id: number) {
    if (toast?.id !== id || !toast.open) return
    setToast({ ...toast, open: false })
    after(toastRemovalMs, () => setToast(null))
  }

  function release(id: number) {
    if (toast?.id === id && toast.open) after(toast.dismissAfterMs ?? toastDismissMs, () => dismiss(id))
  }

  return {
    show(notice) {
      const id = ++lastId
      setToast({ ...notice, id, open: true })
      release(id)
      return id
    },
    dismiss,
    hold(id) {
      if (toast?.id === id && toast.open) clearTimeout(timer)
    },
    release,
    current: () => toast,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
