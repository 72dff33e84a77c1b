/** Which of the account dialogs is open. They open over any page, from anywhere. */
import type { SessionUser } from './session-user.ts'

export type AuthView = 'sign-in' | 'register' | 'verify' | 'new-password'

export interface OpenAuthDialog {
  view: AuthView
  /** Carried along when one dialog gives way to another. */
  email: string
  /** What was pressed to open the first of them; the keyboard returns there. */
  opener: Element | null
  /** What the visitor was about to do, done once they are signed in; closing the dialog gives it up. */
  onSignedIn: OnSignedIn | null
  /** Said where the dialog was not asked for. */
  reason: string | null
  /** Told when the dialog is closed by somebody who has not signed in. */
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

/** @param wish `onSignedIn` goes on with what needed an account, in this page, once the visitor has one */
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

/** Closes the dialog, and goes on with what it was opened for. */
export function finishSignIn(user: SessionUser): void {
  const onSignedIn = openDialog?.onSignedIn
  setDialog(null)
  onSignedIn?.(user)
}

/** What the dialog was opened for has been settled elsewhere: nobody gives up, and nothing more is done. */
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
