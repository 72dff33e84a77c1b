/** Which of the account dialogs is open. They open over any page, from anywhere. */

export type AuthView = 'sign-in' | 'register' | 'verify' | 'new-password'

export interface OpenAuthDialog {
  view: AuthView
  /** Carried along when one dialog gives way to another. */
  email: string
  /** What was pressed to open the first of them; the keyboard returns there. */
  opener: Element | null
}

let openDialog: OpenAuthDialog | null = null
const listeners = new Set<() => void>()

function change(next: OpenAuthDialog | null): void {
  openDialog = next
  for (const listener of listeners) listener()
}

export function showAuthDialog(view: AuthView, email = ''): void {
  change({ view, email, opener: openDialog?.opener ?? document.activeElement })
}

export function openSignIn(): void {
  showAuthDialog('sign-in')
}

export function openRegister(): void {
  showAuthDialog('register')
}

export function closeAuthDialog(): void {
  change(null)
}

export function currentAuthDialog(): OpenAuthDialog | null {
  return openDialog
}

export function subscribeToAuthDialog(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
