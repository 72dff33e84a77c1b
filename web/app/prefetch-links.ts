/** Fetches the code a link will need while the pointer is still on its way to it: the page's chunk and the backend's client. */
import { matchPath } from 'react-router'
import type { AppContext } from './app-context.ts'
import { pageRoutes } from './routes.tsx'

export function prefetchLinks(app: AppContext): void {
  const warmed = new Set<string>()

  function prefetch({ target }: Event) {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== window.location.origin || link.pathname === window.location.pathname) return
    const route = pageRoutes.find(({ path }) => matchPath(path, link.pathname))
    if (!route || warmed.has(route.file)) return
    warmed.add(route.file)
    // Only a head start: if this fails, following the link tries again and says so.
    Promise.all([route.load(), app.supabase()]).catch(() => warmed.delete(route.file))
  }

  for (const approach of ['pointerover', 'focusin']) document.addEventListener(approach, prefetch, { passive: true })
}
