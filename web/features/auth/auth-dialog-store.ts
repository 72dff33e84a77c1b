/** The store of the account dialogs, which open above any page. */
import type { SessionUser } from './session-user.ts'

export type AuthView = 'sign-in' | 'register' | 'verify' | 'new-password'

export interface OpenAuthDialog {
  view: AuthView
  /** Kept when one dialog switches to another. */
  email: string
  /** The element that opened the first dialog. The focus returns to it. */
  opener: Element | null
  /** Runs after a successful sign-in. Closing the dialog drops it. */
  onSignedIn: OnSignedIn | null
  /** Explains a dialog that opened by itself. */
  reason: string | null
  /** Called when the dialog is closed without a sign-in. */
  onCancel: (() => void) | null
}

export type OnSignedIn = (user: SessionUser) => void

let openDialog: OpenAuthDialog | null = null
const listeners = new Set<() => void>()

function setDialog(next: OpenAuthDialog | null): void {
  openDialog = next
  for (const listener of listeners) listener()
}

export function showAuthDialog(view: AuthView, email = ''): void {
  const { onSignedIn = null, reason = null, onCancel = null } = openDialog ?? {}
  setDialog({ view, email, opener: openDialog?.opener ?? document.activeElement, onSignedIn, reason, onCancel })
}

type SignInOptions = Partial<Pick<OpenAuthDialog, 'email' | 'onSignedIn' | 'reason' | 'onCancel'>>

/** @param options `onSignedIn` continues, in this page, with the action that needed an account */
export function openSignIn({
  email = '',
  onSignedIn = null,
  reason = null,
  onCancel = null,
}: SignInOptions = {}): void {
  setDialog({ view: 'sign-in', email, opener: document.activeElement, onSignedIn, reason, onCancel })
}

export function openRegister(): void {
  showAuthDialog('register')
}

export function closeAuthDialog(): void {
  const cancel = openDialog?.onCancel
  setDialog(null)
  cancel?.()
}

/** Closes the dialog and runs its `onSignedIn`. */
export function finishSignIn(user: SessionUser): void {
  const onSignedIn = openDialog?.onSignedIn
  setDialog(null)
  onSignedIn?.(user)
}

/** Closes a dialog that is no longer needed, without calling `onCancel` or `onSignedIn`. */
export function dismissAuthDialog(): void {
  setDialog(null)
}

export function currentAuthDialog(): OpenAuthDialog | null {
  return openDialog
}

export function subscribeToAuthDialog(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
