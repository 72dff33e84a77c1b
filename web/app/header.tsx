/**
 * The page header. Its account controls have a fixed height and width, so the layout does not shift once the session is
 * known.
 */

import { Search } from 'lucide-react'
import { useLocation } from 'react-router'
import { PlaceButton } from '#features/discover/location'
import { SearchBox } from '#features/discover/search'
import { useListingLink } from '#platform/listing-link.ts'
import { Link } from '#ui/link'
import { buttonStyle } from '#web/ui/button-style.ts'
import { classNames } from '#web/ui/class-names.ts'
import { AccountControls } from './account-controls.tsx'
import { BasketLink } from './basket-link.tsx'
import { focusSearch } from './links.ts'
import { MobileMenu } from './mobile-menu.tsx'
import { Wordmark } from './wordmark.tsx'

export function Header() {
  const { pathname } = useLocation()
  const link = useListingLink()
  // These pages begin with a search box. The header's appears when that has been scrolled away.
  const isLate = pathname === '/' || pathname === '/search'
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper print:hidden">
      <div className="page flex h-16 items-center gap-1 md:h-20 md:gap-2">
        <MobileMenu />
        <Link
          to={link('/')}
          aria-label="Tuckbox, home"
          className="min-w-0 overflow-hidden rounded-lg py-1 pr-1 md:shrink-0"
        >
          <Wordmark />
        </Link>
        {/* Before the search is too narrow, the radius is left to screen readers. */}
        <PlaceButton
          variant="quiet"
          className="max-md:hidden md:max-lg:max-w-44 md:max-lg:[&>span:last-child]:sr-only lg:ml-2"
        />
        <div className={classNames('min-w-0 grow', isLate && 'late-search')}>
          {/* A new page begins with an empty field. */}
          <SearchBox key={pathname} size="compact" className="max-w-md max-md:hidden" />
          <Link
            to={link('/search')}
            state={focusSearch}
            aria-label="Search"
            className={buttonStyle({
              variant: 'quiet',
              size: 'icon',
              className: 'ml-auto flex max-[22rem]:hidden md:hidden',
            })}
          >
            <Search aria-hidden="true" className="size-6" strokeWidth={1.75} />
          </Link>
        </div>
        <div className="flex shrink-0 items-center justify-end gap-1 md:min-w-50 md:gap-2">
          <AccountControls />
          <BasketLink />
        </div>
      </div>
    </header>
  )
}
