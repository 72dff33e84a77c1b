/** Prefetches the page chunk and the Supabase client when a link is hovered or focused. */
import { matchPath } from 'react-router'
import type { AppContext } from '#platform/app-context.ts'
import { pageRoutes } from './routes.tsx'

export function prefetchLinks(app: AppContext): void {
  const prefetched = new Set<string>()

  function prefetch({ target }: Event) {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== window.location.origin || link.pathname === window.location.pathname) return
    const route = pageRoutes.find(({ path }) => matchPath(path, link.pathname))
    if (!route || prefetched.has(route.file)) return
    prefetched.add(route.file)
    // A failed prefetch is ignored: following the link tries again.
    Promise.all([route.load(), app.supabase()]).catch(() => prefetched.delete(route.file))
  }

  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, prefetch, { passive: true })
}
