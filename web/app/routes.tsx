/** The routes, from the files of web/pages. Each page is a chunk of its own, loaded on the first visit. */
import { matchRoutes, type RouteObject } from 'react-router'
import type { PageModule } from '#platform/page.ts'
import { Layout } from './layout.tsx'
import { layoutOf, pathOfPage } from './page-paths.ts'
import { RouteError } from './route-error.tsx'

/** The files of web/pages, written into the code by the build (list-pages.ts). */
declare const PAGE_FILES: readonly string[]

/** The pages that a visitor of the home page opens first. The list of the others is a chunk of its own. */
const browsedPages = import.meta.glob<PageModule>([
  '/web/pages/{index,search}.page.tsx',
  '/web/pages/{category,occasion,product}/*.page.tsx',
  '/web/pages/shop/*/index.page.tsx',
])

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

const pageFiles = PAGE_FILES.filter((file) => file.endsWith('.page.tsx'))
const layoutFiles = PAGE_FILES.filter((file) => file.endsWith('.layout.tsx'))

const pagesIn = (layout?: string) =>
  pageFiles
    .filter((file) => layoutOf(file, layoutFiles) === layout)
    .map((file) => routeOf(file, { path: pathOfPage(file) }))

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
          ...pagesIn(),
          ...layoutFiles.map((layout) => routeOf(layout, { children: pagesIn(layout) })),
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
