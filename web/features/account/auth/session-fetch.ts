/**
 * The fetch for members. A request without a session, or with a refused token, waits until the member has signed in
 * again and is then repeated. It is never sent as a visitor: an empty response would look like an empty account.
 */

type Fetch = typeof globalThis.fetch

export interface SessionFetchOptions {
  /** The token that supabase-js sends without a session. */
  anonKey: string
  isSignedIn: () => boolean
  /** Returns a new token, or null. */
  renew: (refused: string) => Promise<string | null>
  fetch: Fetch
}

const sessionEnded = 'Your session has ended. Please sign in again.'

export function createSessionFetch({ anonKey, isSignedIn, renew, fetch }: SessionFetchOptions): Fetch {
  return async (input, init) => {
    // Requests of the auth service create, refresh and end sessions themselves.
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
