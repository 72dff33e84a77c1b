/** The store of the account dialogs, which open above any page. */
import { createStore } from '#platform/create-store.ts'
import type { SessionUser } from './session-user.ts'

export type AuthView = 'sign-in' | 'second-factor' | 'register' | 'verify' | 'new-password'

/** What follows a sign-in. It is kept when one dialog switches to another. */
interface Intent {
  /** Runs after a sign-in in this tab. Closing the dialog drops it. */
  onSignedIn: OnSignedIn | null
  /** The path of the page to return to from an emailed link, with the visitor's wish; null for the current page. */
  returnTo: string | null
}

export interface OpenAuthDialog extends Intent {
  view: AuthView
  email: string
  /** The element that opened the first dialog. The focus returns to it. */
  opener: Element | null
  /** Explains a dialog that opened by itself. */
  reason: string | null
  onCancel: (() => void) | null
}

export type OnSignedIn = (user: SessionUser) => void

const noIntent: Intent = { onSignedIn: null, returnTo: null }

/** Null while none is open. */
export const authDialog = createStore<OpenAuthDialog | null>(null)
/** The intent of a visitor who has registered in this tab and has yet to confirm the email address. */
let pendingIntent = noIntent
/** Whether a session waits for its second factor. It is asked for instead of the password. */
let isFactorMissing = false

export function setFactorMissing(next: boolean): void {
  isFactorMissing = next
}

export function showAuthDialog(view: AuthView, email = '', returnTo: string | null = null): void {
  const intent = authDialog.current() ?? {
    ...pendingIntent,
    opener: document.activeElement,
    reason: null,
    onCancel: null,
  }
  authDialog.set({ ...intent, returnTo: returnTo ?? intent.returnTo, view, email })
}

export type SignInOptions = Partial<Omit<OpenAuthDialog, 'view' | 'opener'>>

/** @param options `onSignedIn` continues, in this page, with the action that needed an account */
export function openSignIn({ email = '', reason = null, onCancel = null, ...given }: SignInOptions = {}): void {
  const intent = given.onSignedIn ? { ...noIntent, ...given } : { ...pendingIntent, ...given }
  authDialog.set({
    view: isFactorMissing ? 'second-factor' : 'sign-in',
    email,
    opener: document.activeElement,
    reason,
    onCancel,
    ...intent,
  })
}

/** As `openSignIn`, but keeps the view of a dialog that is open, such as the one after an expired link. */
export function requireSignIn(intent: Intent): void {
  const open = authDialog.current()
  if (open) authDialog.set({ ...open, ...intent, onSignedIn: both(open.onSignedIn, intent.onSignedIn) })
  else openSignIn(intent)
}

/** Continues with the code of the second factor. @param next runs after it, before what the visitor wanted */
export function askForSecondFactor(next: OnSignedIn | null = null): void {
  showAuthDialog('second-factor', authDialog.current()?.email)
  const open = authDialog.current()
  if (open) authDialog.set({ ...open, onSignedIn: both(next, open.onSignedIn) })
}

/** Returns from the second factor to the password. */
export function signInAsAnother(): void {
  isFactorMissing = false
  showAuthDialog('sign-in')
}

function both(first: OnSignedIn | null, second: OnSignedIn | null): OnSignedIn | null {
  if (!first || !second) return first ?? second
  return (user) => {
    first(user)
    second(user)
  }
}

export function openRegister(): void {
  showAuthDialog('register')
}

export function closeAuthDialog(): void {
  const cancel = authDialog.current()?.onCancel
  authDialog.set(null)
  cancel?.()
}

/** Closes the dialog. Its intent waits for the next sign-in in this tab. */
export function finishRegistration(): void {
  const { onSignedIn, returnTo } = authDialog.current() ?? noIntent
  pendingIntent = { onSignedIn, returnTo }
  closeAuthDialog()
}

/** For a member who arrives by an emailed link, perhaps in another tab. The wish is granted there. */
export function dropPendingIntent(): void {
  pendingIntent = noIntent
}

export function finishSignIn(user: SessionUser): void {
  const onSignedIn = authDialog.current()?.onSignedIn
  dropPendingIntent()
  authDialog.set(null)
  onSignedIn?.(user)
}

/** Closes a dialog that is no longer needed, without calling `onCancel` or `onSignedIn`. */
export function dismissAuthDialog(): void {
  authDialog.set(null)
}
