/** The layout of every page: skip link, header, page, footer, bottom bar, dialogs and toasts. */

import { useEffect } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { AuthDialogs } from '#features/account/auth'
import { FavouriteWish } from '#features/discover/favourites'
import { HouseholdParts } from '#features/discover/household'
import { PlacePicker } from '#features/discover/location'
import { Toaster } from '#ui/toast'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { PageChange } from './page-change.tsx'
import { WithParsedFilters } from './parsed-filters.tsx'

export function Layout() {
  useEffect(announceHydration, [])
  return (
    <WithParsedFilters>
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-full bg-ink px-5 py-3 font-semibold text-paper focus-visible:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <div className="flex min-h-dvh flex-col print:block print:min-h-0">
        <Header />
        <HouseholdParts />
        {/* As high as the screen below the header, so that the footer is never seen to move while a page loads. */}
        <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] grow print:min-h-0">
          <Outlet />
        </main>
        <Footer />
        <BottomBar />
      </div>
      <AuthDialogs />
      <FavouriteWish />
      <PlacePicker />
      <Toaster />
      <PageChange />
      <ScrollRestoration />
    </WithParsedFilters>
  )
}

/** For entry-boot, which then repeats early clicks. A task later, so that components have read the session and basket. */
function announceHydration(): void {
  setTimeout(() => document.dispatchEvent(new Event('tuckbox:hydrated')))
}
