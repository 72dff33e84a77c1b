/** The providers around the router. */

import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Auth, AuthContext } from '#features/account/auth'
import { BasketProvider, type BasketStore } from '#features/buy/basket'
import { type AppContext, AppContextProvider } from '#platform/app-context.ts'
import { StorageOrigin } from '#ui/picture'

export interface AppProps {
  app: AppContext
  /** Absent on the server, where every request is a visitor's. */
  auth?: Auth
  /** Absent on the server, where every basket is empty. */
  basket?: BasketStore
  children: ReactNode
}

export function App({ app, auth, basket, children }: AppProps) {
  const { siteUrl, supabaseUrl } = app.config
  const inside = (
    <AppContextProvider value={app}>
      <QueryClientProvider client={app.queryClient}>
        <StorageOrigin value={supabaseUrl === siteUrl ? '' : supabaseUrl}>
          <BasketProvider store={basket}>{children}</BasketProvider>
        </StorageOrigin>
      </QueryClientProvider>
    </AppContextProvider>
  )
  return auth ? <AuthContext value={auth}>{inside}</AuthContext> : inside
}
