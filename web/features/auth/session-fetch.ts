/**
 * How a signed-in page asks the backend. A request that no longer finds a session, or whose token is refused, waits until its owner has
 * signed in again and is then sent once more; so whatever was pressed is finished. Never sent as a visitor instead: an empty answer
 * would look like an empty account.
 */

type Fetch = typeof globalThis.fetch

export interface SessionFetchOptions {
  /** What supabase-js sends when it has no session. */
  anonKey: string
  isSignedIn: () => boolean
  /** Another token than the refused one; null when there will be none. */
  renew: (refused: string) => Promise<string | null>
  fetch: Fetch
}

export const sessionEnded = 'Your session has ended. Please sign in again.'

export function createSessionFetch({ anonKey, isSignedIn, renew, fetch }: SessionFetchOptions): Fetch {
  return async (input, init) => {
    // The auth service's own requests make, renew and end sessions.
    if (!isSignedIn() || isAuthRequest(input)) return fetch(input, init)
    const headers = new Headers(init?.headers)
    const sent = headers.get('authorization')?.replace(/^bearer /i, '') ?? ''
    if (sent !== anonKey) {
      const response = await fetch(input, init)
      if (response.status !== 401) return response
    }
    const token = await renew(sent)
    init?.signal?.throwIfAborted()
    if (token === null) return Response.json({ code: 'session_ended', message: sessionEnded }, { status: 401 })
    headers.set('authorization', `Bearer ${token}`)
    return fetch(input, { ...init, headers })
  }
}

function isAuthRequest(input: Parameters<Fetch>[0]): boolean {
  const url = input instanceof Request ? input.url : String(input)
  return new URL(url).pathname.startsWith('/auth/v1/')
}
