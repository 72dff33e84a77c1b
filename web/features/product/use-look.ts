/** Counts a look at a product for its seller: once it was in sight for a moment, once a product and browser session, and without saying who looked. */
import { useEffect } from 'react'
import { useSession } from '#features/auth'
import { type AppContext, useApp } from '#web/app/app-context.ts'

/** Who only passes by has not looked. */
const momentMs = 2_000
const storageKey = 'tuckbox-looked-at'
/** Where the browser keeps nothing, this page still counts once. */
const lookedAt = new Set<string>()

export function useLook(productId: string, isOnSale: boolean): void {
  const app = useApp()
  const isMember = useSession().status === 'signed-in'

  useEffect(() => {
    if (!isOnSale || hasLooked(productId)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    function follow() {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible') return
      timer = setTimeout(() => {
        if (hasLooked(productId)) return
        remember(productId)
        // A count that is lost now and then hurts nobody; a shopper who is told of it, does.
        void tell(app, productId, isMember).catch(() => undefined)
      }, momentMs)
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [app, productId, isOnSale, isMember])
}

async function tell(app: AppContext, productId: string, isMember: boolean): Promise<void> {
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

function hasLooked(productId: string): boolean {
  return lookedAt.has(productId) || kept().includes(productId)
}

function remember(productId: string): void {
  lookedAt.add(productId)
  try {
    window.sessionStorage.setItem(storageKey, [...kept(), productId].join(' '))
  } catch {
    // Full, or forbidden.
  }
}

function kept(): string[] {
  try {
    return window.sessionStorage.getItem(storageKey)?.split(' ') ?? []
  } catch {
    return []
  }
}
