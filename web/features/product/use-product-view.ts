/** Records a product view for the seller: once per product and browser session, and anonymously. */
import { useEffect } from 'react'
import { useSession } from '#features/auth'
import { type AppContext, useApp } from '#platform/app-context.ts'

/** Shorter visits do not count. */
const viewDelayMs = 2_000
const storageKey = 'tuckbox-looked-at'
/** The fallback without storage: this page counts once. */
const viewedProducts = new Set<string>()

export function useProductView(productId: string, isOnSale: boolean): void {
  const app = useApp()
  const isMember = useSession().status === 'signed-in'

  useEffect(() => {
    if (!isOnSale || hasViewed(productId)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    function startTimer() {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible') return
      timer = setTimeout(() => {
        if (hasViewed(productId)) return
        markViewed(productId)
        // A lost count does no harm. An error message would disturb the shopper.
        void recordView(app, productId, isMember).catch(() => undefined)
      }, viewDelayMs)
    }
    startTimer()
    document.addEventListener('visibilitychange', startTimer)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', startTimer)
    }
  }, [app, productId, isOnSale, isMember])
}

async function recordView(app: AppContext, productId: string, isMember: boolean): Promise<void> {
  if (isMember) {
    // Sent as the member, because an owner's own views do not count.
    const client = await app.supabase()
    await client.rpc('record_product_view', { product_id: productId })
    return
  }
  // Visitors have no session, and would load the whole client for this single call.
  const { supabaseUrl, supabaseAnonKey } = app.config
  await fetch(`${supabaseUrl}/rest/v1/rpc/record_product_view`, {
    method: 'POST',
    headers: {
      apikey: supabaseAnonKey,
      authorization: `Bearer ${supabaseAnonKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ product_id: productId }),
    keepalive: true,
    priority: 'low',
  })
}

function hasViewed(productId: string): boolean {
  return viewedProducts.has(productId) || storedViews().includes(productId)
}

function markViewed(productId: string): void {
  viewedProducts.add(productId)
  try {
    window.sessionStorage.setItem(storageKey, [...storedViews(), productId].join(' '))
  } catch {
    // Storage is full or forbidden.
  }
}

function storedViews(): string[] {
  try {
    return window.sessionStorage.getItem(storageKey)?.split(' ') ?? []
  } catch {
    return []
  }
}
