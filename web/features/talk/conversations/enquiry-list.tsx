/** The enquiries of a shop: read, reply in a conversation or by email, mark as read. */

import { MailOpen, MessageCircle, Reply } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { dayWithYear } from '#domain/values/calendar'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { LoadFailed } from '#ui/load-failed'
import { SkeletonText } from '#ui/skeleton'
import { buttonStyle } from '#web/ui/button-style.ts'
import { restoreFocus, useFocusNewItems } from '#web/ui/restore-focus.ts'
import { type Enquiry, useEnquiries, useMarkEnquiryRead, useReplyToEnquiry } from './enquiries.ts'

export function EnquiryList({ shopId }: { shopId: string }) {
  return (
    <section aria-label="Enquiries">
      <h2 className="sr-only">Enquiries</h2>
      <Enquiries shopId={shopId} />
    </section>
  )
}

function Enquiries({ shopId }: { shopId: string }) {
  const { shown, isLoadingMore, hasFailed, retry, showMore } = useEnquiries(shopId)
  const list = useFocusNewItems(shown?.items.length ?? 0)
  if (!shown) return hasFailed ? <EnquiriesFailed retry={retry} /> : <EnquiryPlaceholders />
  if (shown.total === 0) {
    return (
      <EmptyState icon={MailOpen} title="No enquiries yet" headingLevel="h3" className="py-10">
        <p>Messages sent with the Contact button on your shop page appear here.</p>
      </EmptyState>
    )
  }
  return (
    <>
      <ul ref={list} className="divide-y divide-line">
        {shown.items.map((enquiry) => (
          <li key={enquiry.id} tabIndex={-1} className="outline-none">
            <EnquiryItem shopId={shopId} enquiry={enquiry} />
          </li>
        ))}
      </ul>
      {hasFailed && <EnquiriesFailed retry={retry} />}
      {!hasFailed && shown.next !== null && (
        <Button variant="secondary" busy={isLoadingMore} onClick={showMore} className="mt-4">
          Show more enquiries
        </Button>
      )}
    </>
  )
}

function EnquiryItem({ shopId, enquiry }: { shopId: string; enquiry: Enquiry }) {
  const { id, subject, message, sender_id, sender_name, sender_email, created_at } = enquiry
  const { mutate, isPending } = useMarkEnquiryRead(shopId)
  const article = useRef<HTMLElement>(null)
  const isRead = enquiry.read_at !== null
  const wasRead = useRef(isRead)
  // The pressed button has been removed, so the focus moves to the enquiry.
  useEffect(() => {
    if (isRead && !wasRead.current) restoreFocus(article.current)
    wasRead.current = isRead
  }, [isRead])
  const mailto = sender_email && mailtoUrl(sender_email, subject)
  return (
    <article ref={article} tabIndex={-1} className="max-w-prose py-6 outline-none">
      <div className="flex items-start gap-3">
        <h3 className="min-w-0 font-sans text-lg leading-snug font-semibold tracking-normal wrap-anywhere">
          {subject}
        </h3>
        {!isRead && <Badge tone="berry">New</Badge>}
      </div>
      <p className="mt-0.5 text-sm text-ink-soft wrap-anywhere">
        From {sender_name || 'a visitor'}
        {sender_email && ` (${sender_email})`}, <time dateTime={created_at}>{dayWithYear(created_at)}</time>
      </p>
      <p className="mt-2.5 whitespace-pre-line wrap-anywhere">{message}</p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {sender_id !== null && <ReplyHere shopId={shopId} enquiry={enquiry} />}
        {mailto ? (
          <a href={mailto} className={buttonStyle({ variant: 'secondary', size: 'sm' })}>
            <Reply aria-hidden="true" className="size-4" />
            Reply by email
          </a>
        ) : (
          <p className="text-sm text-ink-soft">The sender left no email address.</p>
        )}
        {!isRead && (
          <Button
            variant="quiet"
            size="sm"
            busy={isPending}
            aria-label={`Mark as read: ${subject}`}
            onClick={() => mutate(id)}
          >
            Mark as read
          </Button>
        )}
      </div>
    </article>
  )
}

function ReplyHere({ shopId, enquiry }: { shopId: string; enquiry: Enquiry }) {
  const navigate = useNavigate()
  const { mutate, isPending } = useReplyToEnquiry(shopId)
  const hasConversation = enquiry.conversation !== null
  return (
    <Button
      size="sm"
      busy={isPending}
      aria-label={`${hasConversation ? 'Open conversation' : 'Reply here'}: ${enquiry.subject}`}
      onClick={() =>
        mutate(enquiry.id, { onSuccess: (conversation) => void navigate(`/messages?room=${conversation}`) })
      }
    >
      <MessageCircle aria-hidden="true" className="size-4" />
      {hasConversation ? 'Open conversation' : 'Reply here'}
    </Button>
  )
}

function mailtoUrl(email: string, subject: string): string {
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`
}

function EnquiryPlaceholders() {
  return (
    <div role="status">
      <span className="sr-only">Loading enquiries...</span>
      {[1, 2].map((key) => (
        <SkeletonText key={key} lines={3} className="max-w-prose py-6" />
      ))}
    </div>
  )
}

function EnquiriesFailed({ retry }: { retry: () => void }) {
  return <LoadFailed title="Your enquiries could not be loaded" headingLevel="h3" className="py-10" retry={retry} />
}
