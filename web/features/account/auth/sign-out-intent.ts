/**
 * Distinguishes an intended sign-out from an expired session, in every tab. Other tabs only see the session disappear,
 * so they are notified before it does.
 */

/** At least the duration of the server call. */
const intentMs = 30_000

let signingOutAt = Number.NEGATIVE_INFINITY
let otherTabs: BroadcastChannel | undefined

export function listenForSignOut(): void {
  otherTabs ??= new BroadcastChannel('tuckbox-sign-out')
  otherTabs.onmessage = () => {
    signingOutAt = Date.now()
  }
}

export function announceSignOut(): void {
  signingOutAt = Date.now()
  otherTabs?.postMessage('sign-out')
}

const preparations = new Set<() => Promise<void>>()

/** Registers what has to be sent while the session exists, such as changes of the basket. */
export function beforeSignOut(prepare: () => Promise<void>): void {
  preparations.add(prepare)
}

const preparationMs = 3_000

/** A preparation that fails or hangs does not prevent the sign-out. */
export async function prepareSignOut(): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, preparationMs))
  await Promise.race([timeout, Promise.allSettled([...preparations].map((prepare) => prepare()))])
}

export function isSigningOut(): boolean {
  return Date.now() - signingOutAt < intentMs
}

/** The sign-out failed, or a new session has begun. */
export function cancelSignOut(): void {
  signingOutAt = Number.NEGATIVE_INFINITY
}
