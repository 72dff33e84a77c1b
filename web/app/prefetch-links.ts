/** Prefetches the page chunk and the Supabase client when a link is hovered or focused. */
import type { AppContext } from '#platform/app-context.ts'
import { loadRoute, routesAt } from './routes.tsx'

export function prefetchLinks(app: AppContext): void {
  const prefetched = new Set<string>()

  function prefetch({ target }: Event) {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== window.location.origin || link.pathname === window.location.pathname) return
    const routes = routesAt(link.pathname)
    const id = routes.at(-1)?.id
    if (id === undefined || prefetched.has(id)) return
    prefetched.add(id)
    // A failed prefetch is ignored: following the link tries again.
    Promise.all([...routes.map(loadRoute), app.supabase()]).catch(() => prefetched.delete(id))
  }

  // After the first view. With the list at hand, a click waits for the page's own chunks only.
  setTimeout(() => import('./other-pages.ts').catch(() => {}), 3_000)
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, prefetch, { passive: true })
}
