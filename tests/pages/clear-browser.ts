/** Removes what a page leaves: in the browser's storage, and in the stores that live as long as the document. */
import { placeCookieName } from '#domain/locations/chosen-place'
import { clearDrafts } from '#platform/session-drafts.ts'
import { dismissAuthDialog, dropPendingIntent, setFactorMissing } from '#web/features/account/auth/auth-dialog-store.ts'
import { cancelSignOut } from '#web/features/account/auth/sign-out-intent.ts'
import { closePlacePicker } from '#web/features/discover/location/picker-store.ts'

/** Called while the page is still there: a toast is dismissed by its button. */
export function clearBrowser(): void {
  document.querySelector<HTMLElement>('[aria-label="Notices"] button')?.click()
  dismissAuthDialog()
  dropPendingIntent()
  setFactorMissing(false)
  cancelSignOut()
  closePlacePicker()
  clearDrafts()
  localStorage.clear()
  sessionStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: the app writes it this way
  document.cookie = `${placeCookieName}=; path=/; max-age=0`
}
