/** Decides when the basket is synchronised with the account: after a sign-in, after a change, and on return to the page. */
import { basketRow, lineOfRow } from '#domain/basket-merge'
import { type Auth, beforeSignOut } from '#features/auth'
import type { AppContext } from '#platform/app-context.ts'
import { messageFor } from '#platform/message-for.ts'
import { retryDelayMs } from '#platform/query-client.ts'
import { loadText, storeText } from '#platform/stored-text.ts'
import { isRefusal, unwrap, unwrapOptional } from '#platform/unwrap.ts'
import { toast } from '#ui/toast'
import { createAccountBasket, type RemoteBasket } from './account-basket.ts'
import type { BasketStore } from './basket-store.ts'

/** Several presses of a button are sent together. */
const debounceMs = 500

export function followAccount(app: AppContext, session: Auth['session'], store: BasketStore): void {
  const account = createAccountBasket({ store, remoteOf: (userId) => basketTable(app, userId), loadText, storeText })
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = Promise.resolve()
  let failures = 0

  function syncAfter(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      last = last.then(sync)
    }, ms)
  }

  async function sync(): Promise<void> {
    try {
      await oneTabAtATime(account.sync)
      failures = 0
    } catch (error) {
      // Changes stay in the browser. A read alone waits until the member returns to the page.
      if (!account.hasChanges()) return
      if (isRefusal(error)) reportRefusal(error)
      else syncAfter(retryDelayMs(failures++))
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
    if (account.hasChanges()) await oneTabAtATime(account.sync)
  })
  window.addEventListener('online', () => syncAfter(0))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' || account.hasChanges()) syncAfter(0)
  })
}

/** Tabs share the basket. Two at once would send the same changes twice. */
async function oneTabAtATime(run: () => Promise<void>): Promise<void> {
  // Absent without HTTPS.
  if ('locks' in navigator) await navigator.locks.request('tuckbox-basket', run)
  else await run()
}

function reportRefusal(error: unknown): void {
  const description = messageFor(error, 'It is kept in this browser.')
  toast({ title: 'Your basket could not be saved to your account', description, variant: 'destructive' })
}

/** The columns that make two lines equal. */
const equality = 'user_id,product_id,variation,personalization,custom_request_details'

/** Each request names the owner, so that a change of member in between cannot write into another basket. */
function basketTable(app: AppContext, userId: string): RemoteBasket {
  return {
    async read() {
      const client = await app.supabase()
      const rows = unwrap(
        await client
          .from('basket_lines')
          .select('id, product_id, variation, personalization, custom_request_details, quantity, snapshot')
          .eq('user_id', userId)
          .order('created_at')
          .order('id'),
      )
      return rows.flatMap(({ id, ...row }) => {
        const line = lineOfRow(row)
        return line ? { ...line, id } : []
      })
    },
    async save(lines) {
      const client = await app.supabase()
      const rows = lines.map((line) => ({ user_id: userId, ...basketRow(line) }))
      unwrapOptional(await client.from('basket_lines').upsert(rows, { onConflict: equality }))
    },
    async remove(ids) {
      const client = await app.supabase()
      unwrapOptional(await client.from('basket_lines').delete().in('id', ids))
    },
  }
}
