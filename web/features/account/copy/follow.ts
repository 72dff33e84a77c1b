/** Decides when a value is synchronised with the account: after a sign-in, after a change, and on return to the page. */
import { type Auth, beforeSignOut } from '#features/account/auth'
import { messageFor } from '#platform/message-for.ts'
import { retryDelayMs } from '#platform/query-client.ts'
import type { StoredValue } from '#platform/stored-value.ts'
import { isRefusal } from '#platform/unwrap.ts'
import { toast } from '#ui/toast'
import type { AccountCopy } from './account-copy.ts'

/** Several presses of a button are sent together. */
const debounceMs = 500

export interface FollowOptions {
  readonly session: Auth['session']
  readonly store: Pick<StoredValue<unknown>, 'subscribe'>
  readonly account: AccountCopy
  /** Tabs share the value. Two at once would send the same changes twice. */
  readonly lock: string
  /** The toast's title when the server refuses a change. */
  readonly refused: string
}

export function followAccount({ session, store, account, lock, refused }: FollowOptions): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = Promise.resolve()
  let failures = 0

  async function oneTabAtATime(): Promise<void> {
    // Absent without HTTPS.
    if ('locks' in navigator) await navigator.locks.request(lock, account.sync)
    else await account.sync()
  }

  function syncAfter(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      last = last.then(sync)
    }, ms)
  }

  async function sync(): Promise<void> {
    try {
      await oneTabAtATime()
      failures = 0
    } catch (error) {
      // Changes stay in the browser. A read alone waits until the member returns to the page.
      if (!account.hasChanges()) return
      if (isRefusal(error)) {
        const description = messageFor(error, 'It is kept in this browser.')
        toast({ title: refused, description, variant: 'destructive' })
      } else syncAfter(retryDelayMs(failures++))
    }
  }

  function follow(): void {
    const state = session.current()
    account.setOwner(state.status === 'signed-in' ? state.user.id : null)
    if (state.status === 'signed-in') syncAfter(debounceMs)
  }

  follow()
  session.subscribe(follow)
  store.subscribe(() => account.hasChanges() && syncAfter(debounceMs))
  beforeSignOut(async () => {
    if (account.hasChanges()) await oneTabAtATime()
  })
  window.addEventListener('online', () => syncAfter(0))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' || account.hasChanges()) syncAfter(0)
  })
}
