/** The bar at the bottom of phones. Styles hide it on pages that have a bar of their own (`own-bar`). */

import { House, type LucideIcon, MessageCircle, Search, ShoppingBasket, UserRound } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession, useWhenSignedIn } from '#features/account/auth'
import { useBasketCount } from '#features/buy/basket'
import { useUnread } from '#features/talk/notifications'
import { useListingLink } from '#platform/listing-link.ts'
import { Link } from '#ui/link'
import { CountBadge } from './badges.tsx'
import { basketName, focusSearch, messagesName } from './links.ts'

interface Tab {
  to: string
  text: string
  Icon: LucideIcon
  /** The paths it stands for. */
  section: RegExp
  /** Visitors get the sign-in dialog first, above the page they are on. */
  isForMembers?: true
  state?: unknown
}

const tabs: readonly Tab[] = [
  { to: '/', text: 'Home', Icon: House, section: /^\/$/ },
  { to: '/search', text: 'Search', Icon: Search, section: /^\/(search|category|occasion)\b/, state: focusSearch },
  { to: '/cart', text: 'Basket', Icon: ShoppingBasket, section: /^\/cart$/ },
  { to: '/messages', text: 'Messages', Icon: MessageCircle, section: /^\/messages$/, isForMembers: true },
  {
    to: '/profile',
    text: 'You',
    Icon: UserRound,
    section: /^\/(profile|orders?|order-history|settings|notifications)\b/,
    isForMembers: true,
  },
]

export function BottomBar() {
  const items = useBasketCount()
  const { conversations } = useUnread()
  const { pathname } = useLocation()
  return (
    <nav aria-label="Main" className="bottom-bar">
      <ul className="grid h-16 grid-cols-5">
        {tabs.map((tab) => (
          <BarTab key={tab.to} tab={tab} pathname={pathname} {...countOf(tab.to, items, conversations)} />
        ))}
      </ul>
    </nav>
  )
}

function countOf(path: string, items: number, conversations: number): { count?: number; name?: string } {
  if (path === '/cart') return { count: items, name: basketName(items) }
  if (path === '/messages') return { count: conversations, name: messagesName(conversations) }
  return {}
}

interface BarTabProps {
  tab: Tab
  pathname: string
  count?: number
  name?: string
}

function BarTab({ tab: { to, text, Icon, section, isForMembers, state }, pathname, count = 0, name }: BarTabProps) {
  const session = useSession()
  const whenSignedIn = useWhenSignedIn()
  const link = useListingLink()
  const navigate = useNavigate()
  const signInFirst = (event: MouseEvent) => {
    event.preventDefault()
    whenSignedIn(() => void navigate(to))
  }
  const current = pathname === to ? 'page' : 'true'
  return (
    <li>
      <Link
        to={link(to)}
        state={state}
        aria-label={name}
        aria-current={section.test(pathname) ? current : undefined}
        onClick={isForMembers && session.status === 'visitor' ? signInFirst : undefined}
        className="relative flex h-full flex-col items-center justify-center gap-0.5 text-xs font-medium text-ink-soft select-none focus-visible:-outline-offset-4 aria-[current]:font-bold aria-[current]:text-berry"
      >
        <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
        {/* The visible text, with the count after it, begins the name. */}
        {`${text} `}
        <CountBadge count={count} className="top-1.5 left-1/2 ml-1" />
      </Link>
    </li>
  )
}
