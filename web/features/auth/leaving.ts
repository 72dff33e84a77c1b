/**
 * Whether the end of a session is somebody's wish. Whoever signs out meant to leave, in every tab; a session that ends otherwise has
 * interrupted somebody. Told to the other tabs before it happens, since all they see is the session gone.
 */

/** As long as the call to the server may take. */
const wishHoldsMs = 30_000

let wishedAt = Number.NEGATIVE_INFINITY
let others: BroadcastChannel | undefined

export function listenForLeaving(): void {
  others ??= new BroadcastChannel('tuckbox-leaving')
  others.onmessage = () => {
    wishedAt = Date.now()
  }
}

export function noteLeaving(): void {
  wishedAt = Date.now()
  others?.postMessage('leaving')
}

export function isLeaving(): boolean {
  return Date.now() - wishedAt < wishHoldsMs
}

/** The session stays after all, or another has begun. */
export function forgetLeaving(): void {
  wishedAt = Number.NEGATIVE_INFINITY
}
