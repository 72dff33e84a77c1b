/** The navigation of the seller's pages: a strip below the header. On phones it scrolls sideways. */
import {
  Banknote,
  ClipboardList,
  CookingPot,
  LayoutDashboard,
  type LucideIcon,
  MessageCircle,
  ShoppingBag,
  Store,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useUnread } from '#features/notifications'
import { LinkTab } from '#ui/link-tabs'
import { VisuallyHidden } from '#ui/visually-hidden'

interface Stop {
  to: string
  text: string
  Icon: LucideIcon
  /** The paths it stands for. */
  section: RegExp
}

const stops: readonly Stop[] = [
  {
    to: '/seller/dashboard',
    text: 'Overview',
    Icon: LayoutDashboard,
    section: /^\/seller\/(dashboard|analytics)$/,
  },
  {
    to: '/seller/orders',
    text: 'Orders',
    Icon: ClipboardList,
    section: /^\/seller\/orders(?!\/prep$)/,
  },
  { to: '/seller/orders/prep', text: 'Prep', Icon: CookingPot, section: /^\/seller\/orders\/prep$/ },
  {
    to: '/seller/products',
    text: 'Products',
    Icon: ShoppingBag,
    section: /^\/seller\/(products|create-product)\b/,
  },
  { to: '/messages', text: 'Messages', Icon: MessageCircle, section: /^\/messages$/ },
  { to: '/seller/payment-settings', text: 'Money', Icon: Banknote, section: /^\/seller\/payment-settings$/ },
  { to: '/seller/shop-settings', text: 'Shop', Icon: Store, section: /^\/seller\/shop-settings$/ },
]

export function SellerRail() {
  const { pathname } = useLocation()
  const { conversations } = useUnread()
  const strip = useCurrentInView(pathname, conversations)
  return (
    <nav aria-label="Seller" className="border-b border-line bg-card print:hidden">
      <ul ref={strip} className="rail page relative flex lg:gap-2 *:first:-ml-3">
        {stops.map(({ to, text, Icon, section }) => (
          <LinkTab key={to} to={to} isCurrent={section.test(pathname)} className="mb-0">
            <Icon aria-hidden="true" className="size-5 max-lg:hidden" strokeWidth={1.75} />
            {text}
            {to === '/messages' && conversations > 0 && <UnreadCount count={conversations} />}
          </LinkTab>
        ))}
      </ul>
    </nav>
  )
}

function UnreadCount({ count }: { count: number }) {
  return (
    <span className="grid h-5 min-w-5 place-items-center rounded-full bg-berry px-1 text-xs font-bold text-white tabular-nums">
      {count > 99 ? '99+' : count}
      <VisuallyHidden> unread</VisuallyHidden>
    </span>
  )
}

/** Scrolls the strip, and only the strip, so that the current page's link is visible. */
function useCurrentInView(pathname: string, conversations: number) {
  const strip = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path decides which link is current, and the count how wide the strip is
  useEffect(() => {
    const list = strip.current
    const current = list?.querySelector('[aria-current]')?.parentElement
    if (list && current) list.scrollLeft = current.offsetLeft - (list.clientWidth - current.offsetWidth) / 2
  }, [pathname, conversations])
  return strip
}
