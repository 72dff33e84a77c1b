/** The navigation of the seller's pages: a strip below the header. Small screens show its first entries and "More". */
import { Ellipsis } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useUnread } from '#features/talk/notifications'
import { Button } from '#ui/button'
import { Link } from '#ui/link'
import { LinkTab } from '#ui/link-tabs'
import { useLazyPart } from '#ui/use-lazy-part'
import { VisuallyHidden } from '#ui/visually-hidden'
import { entriesOnPhones, sellerEntries } from './seller-entries.ts'

export function SellerRail() {
  const { pathname } = useLocation()
  const { conversations } = useUnread()
  const strip = useCurrentInView(pathname, conversations)
  return (
    <nav aria-label="Seller" className="border-b border-line bg-card print:hidden">
      <ul ref={strip} className="rail page relative flex *:first:-ml-3 max-lg:hidden xl:gap-1">
        {sellerEntries.map(({ to, text, section }) => (
          <LinkTab key={to} to={to} isCurrent={section.test(pathname)} className="mb-0 text-sm">
            {text}
            {to === '/messages' && <UnreadCount count={conversations} />}
          </LinkTab>
        ))}
      </ul>
      <SmallRail pathname={pathname} conversations={conversations} />
    </nav>
  )
}

const cell =
  'relative flex h-14 w-full flex-col items-center justify-center gap-0.5 text-xs font-medium text-ink-soft focus-visible:-outline-offset-4 aria-[current]:font-bold aria-[current]:text-berry'

function SmallRail({ pathname, conversations }: { pathname: string; conversations: number }) {
  const first = sellerEntries.slice(0, entriesOnPhones)
  const isInMore = sellerEntries.slice(entriesOnPhones).some(({ section }) => section.test(pathname))
  return (
    <ul className="grid auto-cols-fr grid-flow-col lg:hidden">
      {first.map(({ to, text, Icon, section }) => (
        <li key={to}>
          <Link to={to} aria-current={section.test(pathname) ? 'page' : undefined} className={cell}>
            <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
            <span className="flex items-center gap-1">
              {text}
              {to === '/messages' && <UnreadCount count={conversations} />}
            </span>
          </Link>
        </li>
      ))}
      <li>
        <More isCurrent={isInMore} />
      </li>
    </ul>
  )
}

const loadMenu = () => import('./seller-more-menu.tsx')

/** A failed prefetch is ignored: pressing the button tries again. */
const prefetch = () => void loadMenu().catch(() => {})

function More({ isCurrent }: { isCurrent: boolean }) {
  const [pressed, setPressed] = useState(false)
  const part = useLazyPart(
    loadMenu,
    pressed,
    useCallback(() => setPressed(false), []),
  )
  const content = (
    <>
      <Ellipsis aria-hidden="true" className="size-5" strokeWidth={1.75} />
      More
    </>
  )
  const look = { variant: 'plain', className: cell, 'aria-current': isCurrent || undefined } as const
  // A menu that was requested while it loaded opens as soon as it arrives.
  if (part && pressed) return <part.SellerMoreMenu trigger={<Button {...look}>{content}</Button>} />
  return (
    <Button
      {...look}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => setPressed(true)}
    >
      {content}
    </Button>
  )
}

function UnreadCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="grid h-5 min-w-5 place-items-center rounded-full bg-berry px-1 text-xs font-bold text-on-fill tabular-nums">
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
