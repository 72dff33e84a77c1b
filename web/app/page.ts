/** The contract between the router and a page file `web/features/X/Y.page.tsx`. */
import type { ComponentType } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { AppContext } from './app-context.ts'

export interface PageModule {
  Component: ComponentType
  /** Starts what the page's first view needs, by `preload`; on the server also decides the status. */
  loader?: (app: AppContext) => (args: LoaderFunctionArgs) => Promise<unknown>
}
