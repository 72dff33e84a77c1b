/** Counts a look at a product for its seller: once it was in sight for a moment, once a product and browser session, and without saying who looked. */
import { useEffect } from 'react'
import { useSession } from '#features/auth'
import { type AppContext, useApp } from '#web/app/app-context.ts'

/** Who only passes by has not looked. */
const viewDelayMs = 2_000
const storageKey = 'tuckbox-looked-at'
/** Where the browser keeps nothing, this page still counts once. */
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
        // A count that is lost now and then hurts nobody; a shopper who is told of it, does.
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
    // As themselves, since an owner's own looks do not count.
    const client = await app.supabase()
    await client.rpc('record_product_view', { product_id: productId })
    return
  }
  // Visitors have no session to keep, and would fetch the whole client for this one call.
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
    // Full, or forbidden.
  }
}

function storedViews(): string[] {
  try {
    return window.sessionStorage.getItem(storageKey)?.split(' ') ?? []
  } catch {
    return []
  }
}
