/** Everything that components may ask for from above, around the router. */

import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Auth, AuthContext } from '#features/auth'
import { StorageOrigin } from '#ui/picture'
import { type AppContext, AppContextProvider } from './app-context.ts'

/** @param auth absent on the server, where everybody is a visitor */
export function App({ app, auth, children }: { app: AppContext; auth?: Auth; children: ReactNode }) {
  const { siteUrl, supabaseUrl } = app.config
  const inside = (
    <AppContextProvider value={app}>
      <QueryClientProvider client={app.queryClient}>
        <StorageOrigin value={supabaseUrl === siteUrl ? '' : supabaseUrl}>{children}</StorageOrigin>
      </QueryClientProvider>
    </AppContextProvider>
  )
  return auth ? <AuthContext value={auth}>{inside}</AuthContext> : inside
}
