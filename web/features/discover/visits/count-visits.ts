/** Counts product views and shop visits for the seller: once per browser session, and anonymously. */
import { useEffect } from 'react'
import { useSession } from '#features/account/auth'
import { type AppContext, useApp } from '#platform/app-context.ts'

/** Shorter visits do not count. */
const viewDelayMs = 2_000
const storageKey = 'tuckbox-looked-at'
/** The fallback without storage: this page counts once. */
const counted = new Set<string>()

/** @param isOnSale products that are not on sale have no views */
export function useProductView(productId: string, shopId: string, isOnSale: boolean): void {
  useCountOnce(productId, isOnSale, () => {
    const isVisit = !hasCounted(shopId)
    markCounted(productId)
    markCounted(shopId)
    return { name: 'record_product_view', args: { product_id: productId, is_visit: isVisit } }
  })
}

export function useShopVisit(shopId: string): void {
  useCountOnce(shopId, true, () => {
    markCounted(shopId)
    return { name: 'record_shop_visit', args: { shop_id: shopId } }
  })
}

function useCountOnce(id: string, isWanted: boolean, count: () => Count) {
  const app = useApp()
  const isMember = useSession().status === 'signed-in'

  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is new at each rendering, and decided by the id
  useEffect(() => {
    if (!isWanted || hasCounted(id)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    function startTimer() {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible') return
      timer = setTimeout(() => {
        // A lost count does no harm. An error message would disturb the shopper.
        if (!hasCounted(id)) void send(app, isMember, count()).catch(() => undefined)
      }, viewDelayMs)
    }
    startTimer()
    document.addEventListener('visibilitychange', startTimer)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', startTimer)
    }
  }, [app, id, isWanted, isMember])
}

type Count =
  | { name: 'record_product_view'; args: { product_id: string; is_visit: boolean } }
  | { name: 'record_shop_visit'; args: { shop_id: string } }

async function send(app: AppContext, isMember: boolean, count: Count): Promise<void> {
  if (isMember) {
    // Sent as the member, because an owner's own views do not count.
    const client = await app.supabase()
    await (count.name === 'record_shop_visit' ? client.rpc(count.name, count.args) : client.rpc(count.name, count.args))
    return
  }
  // Visitors have no session, and would load the whole client for this single call.
  const { supabaseUrl, supabaseAnonKey } = app.config
  await fetch(`${supabaseUrl}/rest/v1/rpc/${count.name}`, {
    method: 'POST',
    headers: {
      apikey: supabaseAnonKey,
      authorization: `Bearer ${supabaseAnonKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(count.args),
    keepalive: true,
    priority: 'low',
  })
}

function hasCounted(id: string): boolean {
  return counted.has(id) || storedIds().includes(id)
}

function markCounted(id: string): void {
  counted.add(id)
  try {
    window.sessionStorage.setItem(storageKey, [...storedIds(), id].join(' '))
  } catch {
    // Storage is full or forbidden.
  }
}

function storedIds(): string[] {
  try {
    return window.sessionStorage.getItem(storageKey)?.split(' ') ?? []
  } catch {
    return []
  }
}
