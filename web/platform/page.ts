/** The exports of a page `web/pages/PATH.page.tsx` or a layout `index.layout.tsx`, and the context of its loader. */
import type { ComponentType } from 'react'
import { createContext, type LoaderFunction, RouterContextProvider } from 'react-router'
import type { AppContext } from './app-context.ts'

declare module 'react-router' {
  /** Types the `context` of loaders as a RouterContextProvider. */
  interface Future {
    v8_middleware: true
  }
}

/** The app in a loader: `context.get(appContext)`. */
export const appContext = createContext<AppContext>()

/** The context of every loader. */
export function createLoaderContext(app: AppContext): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(appContext, app)
  return context
}

export interface PageModule {
  Component: ComponentType
  /** Preloads the data of the first view with `preload`. On the server it also sets the status. */
  loader?: LoaderFunction
  /** What a page tells its layout. */
  handle?: unknown
}
