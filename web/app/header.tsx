/**
 * The page header. Its account controls have a fixed height, so the layout does not shift once the session is known.
 */
import { Link } from 'react-router'
import { PlaceButton } from '#features/place'
import { AccountControls } from './account-controls.tsx'
import { CartLink } from './cart-link.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { Wordmark } from './wordmark.tsx'

export function Header() {
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper print:hidden">
      <div className="page flex h-16 items-center gap-1 md:h-20">
        <MobileMenu />
        <Link to="/" aria-label="Tuckbox, home" className="rounded-lg py-1 pr-1">
          <Wordmark />
        </Link>
        <PlaceButton variant="quiet" className="ml-4 max-md:hidden" />
        <div className="ml-auto flex shrink-0 items-center gap-1 md:gap-2">
          <AccountControls />
          <CartLink />
        </div>
      </div>
    </header>
  )
}
