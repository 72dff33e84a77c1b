/** The latest announcements on a shop's page. A link from a notification or an email marks one of them. */
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { relativeAge } from '#domain/values/relative-age'
import { ReportButton } from '#features/run/moderation'
import { useNow } from '#platform/clock.ts'
import { Link } from '#ui/link'
import { classNames } from '#web/ui/class-names.ts'

interface ShopAnnouncement {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly created_at: string
  readonly product: { readonly id: string; readonly name: string } | null
}

interface ShopAnnouncementsProps {
  announcements: readonly ShopAnnouncement[]
  isOwner: boolean
}

export function ShopAnnouncements({ announcements, isOwner }: ShopAnnouncementsProps) {
  const headingId = useId()
  const now = useNow()
  const [parameters] = useSearchParams()
  if (announcements.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="mt-10">
      <h2 id={headingId} className="mb-4 text-2xl">
        Announcements
      </h2>
      <ul className="space-y-3">
        {announcements.map(({ id, title, text, created_at: at, product }) => (
          <li
            key={id}
            className={classNames(
              'rounded-card border bg-card px-5 py-4',
              parameters.get('announcement') === id ? 'border-berry' : 'border-line',
            )}
          >
            <h3 className="text-lg wrap-anywhere">{title}</h3>
            <p className="text-sm text-ink-soft">
              <time dateTime={at}>{relativeAge(new Date(at), now)}</time>
            </p>
            <p className="mt-2 max-w-prose whitespace-pre-line text-pretty wrap-anywhere">{text}</p>
            <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6">
              {product ? (
                <Link to={`/product/${product.id}`} className="text-link py-1 wrap-anywhere">
                  See {product.name}
                </Link>
              ) : (
                <span />
              )}
              {!isOwner && (
                <ReportButton
                  target={{ subject: 'announcement', id, label: `the announcement “${title}”` }}
                  className="-mr-4"
                />
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
