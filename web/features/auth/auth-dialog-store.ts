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
  whenSignedIn: WhenSignedIn | null
  /** Said where the dialog was not asked for. */
  reason: string | null
  /** Told when the dialog is closed by somebody who has not signed in. */
  whenGivenUp: (() => void) | null
}

export type WhenSignedIn = (user: SessionUser) => void

let openDialog: OpenAuthDialog | null = null
const listeners = new Set<() => void>()

function change(next: OpenAuthDialog | null): void {
  openDialog = next
  for (const listener of listeners) listener()
}

export function showAuthDialog(view: AuthView, email = ''): void {
  const { whenSignedIn = null, reason = null, whenGivenUp = null } = openDialog ?? {}
  change({ view, email, opener: openDialog?.opener ?? document.activeElement, whenSignedIn, reason, whenGivenUp })
}

type SignInWish = Partial<Pick<OpenAuthDialog, 'email' | 'whenSignedIn' | 'reason' | 'whenGivenUp'>>

/** @param wish `whenSignedIn` goes on with what needed an account, in this page, once the visitor has one */
export function openSignIn({
  email = '',
  whenSignedIn = null,
  reason = null,
  whenGivenUp = null,
}: SignInWish = {}): void {
  change({ view: 'sign-in', email, opener: document.activeElement, whenSignedIn, reason, whenGivenUp })
}

export function openRegister(): void {
  showAuthDialog('register')
}

export function closeAuthDialog(): void {
  const giveUp = openDialog?.whenGivenUp
  change(null)
  giveUp?.()
}

/** Closes the dialog, and goes on with what it was opened for. */
export function finishSignIn(user: SessionUser): void {
  const goOn = openDialog?.whenSignedIn
  change(null)
  goOn?.(user)
}

/** What the dialog was opened for has been settled elsewhere: nobody gives up, and nothing more is done. */
export function withdrawAuthDialog(): void {
  change(null)
}

export function currentAuthDialog(): OpenAuthDialog | null {
  return openDialog
}

export function subscribeToAuthDialog(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
