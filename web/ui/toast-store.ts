/** Keeps the one notice that may be on screen. Callable from anywhere in the browser; the server never has one. */

export interface Notice {
  title: string
  description?: string
  /** `destructive` is for what went wrong, and is announced at once. */
  variant?: 'default' | 'destructive'
}

export interface Toast extends Notice {
  id: number
  open: boolean
}

/** Long enough to read; the pointer or the keyboard on the toast holds it. */
export const toastDismissMs = 5_000
/** A dismissed toast stays in the store, out of sight, until the next one or for this long. */
export const toastRemovalMs = 1_000_000

export interface ToastStore {
  /** Shows a notice in place of the one before. */
  show(notice: Notice): number
  dismiss(id: number): void
  /** Stops the clock while somebody reads, and starts it anew. */
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
    if (toast?.id === id && toast.open) after(toastDismissMs, () => dismiss(id))
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
