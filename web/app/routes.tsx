/** The routes: which page file each path shows. Each page is a chunk of its own, loaded on the first visit. */
import { matchRoutes, type RouteObject } from 'react-router'
import type { PageModule } from '#platform/page.ts'
import { Layout } from './layout.tsx'
import { layouts, type Pages, pages, sitemapPages } from './page-files.ts'
import { RouteError } from './route-error.tsx'

/** The pages that a visitor of the home page opens first. The list of the others is a chunk of its own. */
const browsedPages = import.meta.glob<PageModule>('/web/features/{catalogue,product,shop}/*.page.tsx')

async function loadPage(file: string): Promise<PageModule> {
  const load = browsedPages[`/${file}`] ?? (await import('./other-pages.ts')).otherPages[`/${file}`]
  if (!load) throw new Error(`There is no file ${file}`)
  return load()
}

/** The route's `id` is the file as the manifest names it, so that the server can preload its chunk. */
function routeOf(file: string, rest: Pick<RouteObject, 'path' | 'children'>): RouteObject {
  return {
    id: file,
    ...rest,
    lazy: async () => {
      const { Component, loader, handle } = await loadPage(file)
      return { Component, loader, handle }
    },
  }
}

const routesOf = (table: Pages): RouteObject[] =>
  Object.entries(table).map(([path, name]) => routeOf(`web/features/${name}.page.tsx`, { path }))

/** The elements of web/ui, in `npm run dev` alone. A production build contains neither the route nor the page. */
const developmentRoutes: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/dev/ui', lazy: () => import('./elements.tsx') }]
  : []

export const routes: RouteObject[] = [
  {
    id: 'layout',
    Component: Layout,
    children: [
      {
        id: 'page-errors',
        // A page's error is shown inside the layout.
        errorElement: <RouteError />,
        children: [
          ...routesOf(sitemapPages),
          ...routesOf(pages),
          ...Object.entries(layouts).map(([name, inside]) =>
            routeOf(`web/features/${name}.layout.tsx`, { children: routesOf(inside) }),
          ),
          ...developmentRoutes,
          routeOf('web/app/not-found.page.tsx', { path: '*' }),
        ],
      },
    ],
    errorElement: <RouteError />,
  },
]

/** The routes of a path, from the layout to the page. */
export function routesAt(path: string): RouteObject[] {
  return (matchRoutes(routes, path) ?? []).map(({ route }) => route)
}

/** Loads the chunks of a route, unless it has none. */
export async function loadRoute({ lazy }: RouteObject): Promise<Partial<RouteObject>> {
  return typeof lazy === 'function' ? await lazy() : {}
}
