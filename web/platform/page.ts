/** The exports of a page file `web/features/X/Y.page.tsx`. */
import type { ComponentType } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { AppContext } from './app-context.ts'

export interface PageModule {
  Component: ComponentType
  /** Preloads the data of the first view with `preload`. On the server it also sets the status. */
  loader?: (app: AppContext) => (args: LoaderFunctionArgs) => Promise<unknown>
}
