/** The routes around every page: the layout, and the place where a page's error is shown inside it. */
import type { DataRouteObject } from 'react-router'
import { Layout } from './layout.tsx'
import { RouteError } from './route-error.tsx'

export const pageErrors = 'page-errors'

export function frame(pages: DataRouteObject[]): DataRouteObject[] {
  return [
    {
      id: 'layout',
      Component: Layout,
      errorElement: <RouteError />,
      children: [{ id: pageErrors, errorElement: <RouteError />, children: pages }],
    },
  ]
}
