/** The notifications of a tab, newest first, with 'Show more'. */
import { Bell, Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { relativeAge } from '#domain/values/relative-age'
import { useNow } from '#platform/clock.ts'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Link } from '#ui/link'
import { LoadFailedLine } from '#ui/load-failed-line'
import { Loading, Skeleton } from '#ui/skeleton'
import { toast } from '#ui/toast'
import { VisuallyHidden } from '#ui/visually-hidden'
import { restoreFocus, useFocusNewItems } from '#web/ui/restore-focus.ts'
import { isKind, kinds, type NotificationKind } from './kinds.ts'
import { type Notification, useMarkAsRead, useNotifications } from './notifications.ts'

export function NotificationList({ userId, type }: { userId: string; type: NotificationKind | null }) {
  const { shown, isLoadingMore, hasFailed, retry, showMore } = useNotifications(userId, type)
  const list = useFocusNewItems(shown?.items.length ?? 0)
  useEffect(() => {
    if (hasFailed) toast({ title: 'Error', description: 'Failed to fetch notifications', variant: 'destructive' })
  }, [hasFailed])

  if (!shown) {
    return hasFailed ? (
      <LoadFailedLine retry={retry}>Failed to fetch notifications</LoadFailedLine>
    ) : (
      <Loading text="Loading notifications..." className="space-y-3">
        <Skeleton shape="card" className="h-24" />
        <Skeleton shape="card" className="h-24" />
      </Loading>
    )
  }
  if (shown.items.length === 0) {
    return (
      <EmptyState icon={Bell} title="No notifications">
        When you receive notifications, they'll appear here
      </EmptyState>
    )
  }
  return (
    <>
      <ul ref={list} className="space-y-3">
        {shown.items.map((notification) => (
          <Card key={notification.id} userId={userId} notification={notification} />
        ))}
      </ul>
      {shown.next !== null && (
        <p className="mt-6 text-center">
          <Button variant="secondary" busy={isLoadingMore} onClick={showMore}>
            Show more
          </Button>
        </p>
      )}
    </>
  )
}

function Card({ userId, notification }: { userId: string; notification: Notification }) {
  const { id, type, title, message, link, is_read: isRead, created_at: createdAt } = notification
  const Icon = isKind(type) ? kinds[type].icon : Bell
  const { mutate, isPending } = useMarkAsRead(userId)
  const mark = () => mutate(id)
  const card = useRef<HTMLLIElement>(null)
  const wasRead = useRef(isRead)
  // The pressed button has been removed, so the focus moves to the card.
  useEffect(() => {
    if (isRead && !wasRead.current) restoreFocus(card.current)
    wasRead.current = isRead
  }, [isRead])
  return (
    <li
      ref={card}
      tabIndex={-1}
      className={`relative flex gap-4 rounded-2xl outline-offset-2 border p-4 transition-colors sm:p-5 ${
        isRead ? 'border-line' : 'border-berry/30 bg-card'
      } ${link ? 'hover:border-ink/30' : ''}`}
    >
      <span
        aria-hidden="true"
        className={`grid size-11 shrink-0 place-items-center rounded-full ${
          isRead ? 'bg-paper-deep text-ink-soft' : 'bg-berry-pale text-berry'
        }`}
      >
        <Icon className="size-5" strokeWidth={1.75} />
      </span>
      <div className="min-w-0 grow">
        <h2 className={`font-sans text-base tracking-normal wrap-anywhere ${isRead ? 'font-medium' : 'font-semibold'}`}>
          {!isRead && <VisuallyHidden>Unread: </VisuallyHidden>}
          {link ? (
            <Link to={link} onClick={isRead ? undefined : mark} className="after:absolute after:inset-0">
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        <p className="mt-0.5 text-pretty text-ink-soft wrap-anywhere">{message}</p>
        <p className="mt-1.5 text-sm text-ink-soft">
          <time dateTime={createdAt}>{relativeAge(new Date(createdAt), useNow())}</time>
        </p>
      </div>
      {!isRead && (
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Mark as read: ${title}`}
          title="Mark as read"
          busy={isPending}
          onClick={mark}
          className="relative"
        >
          {!isPending && <Check aria-hidden="true" className="size-5" />}
        </Button>
      )}
    </li>
  )
}
