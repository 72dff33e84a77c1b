/** Cards of drops that are announced or open. Nothing without one. */
import { useQuery } from '@tanstack/react-query'
import { dropLine, dropState, dropStateLabels } from '#domain/catalogue/drops'
import { usePlace } from '#features/discover/location'
import { useApp } from '#platform/app-context.ts'
import { useNow } from '#platform/clock.ts'
import { useListingLink } from '#platform/listing-link.ts'
import { Badge } from '#ui/badge'
import { Link } from '#ui/link'
import { Picture } from '#ui/picture'
import { upcomingDropsQuery } from './upcoming.ts'

interface UpcomingDropsProps {
  title: string
  /** The drops of one shop, instead of those near the shopper's place. */
  shopSlug?: string
  className?: string
}

export function UpcomingDrops({ title, shopSlug, className }: UpcomingDropsProps) {
  const link = useListingLink()
  const now = useNow()
  const place = usePlace()
  const { data = [] } = useQuery(upcomingDropsQuery(useApp(), shopSlug === undefined ? { place } : { shopSlug }))
  const shown = data.map((drop) => ({ ...drop, state: dropState(drop, drop.items, now) }))
  const current = shown.filter(({ state }) => state !== 'closed')
  if (current.length === 0) return null
  return (
    <section aria-label={title} className={className}>
      <h2 className="mb-4 text-2xl">{title}</h2>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {current.map((drop) => (
          <li
            key={drop.id}
            className="relative flex gap-4 overflow-hidden rounded-card bg-card shadow-rest transition-shadow hover:shadow-lift"
          >
            <div className="w-28 shrink-0 bg-paper-deep">
              <Picture source={drop.items[0]?.product?.image ?? null} alt="" sizes="7rem" />
            </div>
            <div className="min-w-0 py-3 pr-4">
              <Badge tone={drop.state === 'open' ? 'leaf' : drop.state === 'sold-out' ? 'neutral' : 'honey'}>
                {dropStateLabels[drop.state]}
              </Badge>
              <h3 className="mt-1.5 font-sans text-base leading-snug font-semibold tracking-normal wrap-anywhere">
                <Link to={link(`/drops/${drop.id}`)} className="after:absolute after:inset-0 after:rounded-card">
                  {drop.title}
                </Link>
              </h3>
              {shopSlug === undefined && <p className="truncate text-sm text-ink-soft">by {drop.shop.name}</p>}
              <p className="text-sm text-pretty text-ink-soft">{dropLine(drop, now)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
