/**
 * Whether the end of a session is somebody's wish. Whoever signs out meant to leave, in every tab; a session that ends otherwise has
 * interrupted somebody. Told to the other tabs before it happens, since all they see is the session gone.
 */

/** As long as the call to the server may take. */
const intentMs = 30_000

let signingOutAt = Number.NEGATIVE_INFINITY
let otherTabs: BroadcastChannel | undefined

export function listenForSignOut(): void {
  otherTabs ??= new BroadcastChannel('tuckbox-sign-out')
  otherTabs.onmessage = () => {
    signingOutAt = Date.now()
  }
}

export function noteSignOut(): void {
  signingOutAt = Date.now()
  otherTabs?.postMessage('sign-out')
}

export function isSigningOut(): boolean {
  return Date.now() - signingOutAt < intentMs
}

/** The session stays after all, or another has begun. */
export function cancelSignOut(): void {
  signingOutAt = Number.NEGATIVE_INFINITY
}
