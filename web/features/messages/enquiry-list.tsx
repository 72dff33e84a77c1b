/** The enquiries of a shop: read, reply in a conversation or by email, mark as read. */

import { MailOpen, MessageCircle, Reply } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { dateWithYear, londonTime } from '#domain/calendar'
import { useApp } from '#platform/app-context.ts'
import { QueryError } from '#platform/unwrap.ts'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { SkeletonText } from '#ui/skeleton'
import { toast } from '#ui/toast'
import { buttonStyle } from '#web/ui/button-style.ts'
import { restoreFocus, useFocusNewItems } from '#web/ui/restore-focus.ts'
import { type Enquiry, markEnquiryRead, useEnquiries, useReplyToEnquiry } from './enquiries.ts'
import { EnquiriesFailed } from './enquiries-failed.tsx'

export function EnquiryList({ shopId }: { shopId: string }) {
  return (
    <section aria-label="Enquiries">
      <h2 className="sr-only">Enquiries</h2>
      <Enquiries shopId={shopId} />
    </section>
  )
}

function Enquiries({ shopId }: { shopId: string }) {
  const [pages, setPages] = useState(1)
  const { shown, isLoading, hasFailed, retry } = useEnquiries(shopId, pages)
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
      {!hasFailed && shown.items.length < shown.total && (
        <Button variant="secondary" busy={isLoading} onClick={() => setPages(pages + 1)} className="mt-4">
          Show more enquiries
        </Button>
      )}
    </>
  )
}

function EnquiryItem({ shopId, enquiry }: { shopId: string; enquiry: Enquiry }) {
  const { subject, message, sender_id, sender_name, sender_email, read_at, created_at } = enquiry
  const article = useRef<HTMLElement>(null)
  const mailto = sender_email && mailtoUrl(sender_email, subject)
  return (
    <article ref={article} tabIndex={-1} className="max-w-prose py-6 outline-none">
      <div className="flex items-start gap-3">
        <h3 className="min-w-0 font-sans text-lg leading-snug font-semibold tracking-normal wrap-anywhere">
          {subject}
        </h3>
        {read_at === null && <Badge tone="berry">New</Badge>}
      </div>
      <p className="mt-0.5 text-sm text-ink-soft wrap-anywhere">
        From {sender_name || 'a visitor'}
        {sender_email && ` (${sender_email})`},{' '}
        <time dateTime={created_at}>{dateWithYear(londonTime(new Date(created_at)).date)}</time>
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
        {read_at === null && (
          <MarkAsRead shopId={shopId} enquiry={enquiry} onMarked={() => restoreFocus(article.current)} />
        )}
      </div>
    </article>
  )
}

function ReplyHere({ shopId, enquiry }: { shopId: string; enquiry: Enquiry }) {
  const navigate = useNavigate()
  const { mutate, isPending } = useReplyToEnquiry(shopId)
  const hasConversation = enquiry.room !== null
  return (
    <Button
      size="sm"
      busy={isPending}
      aria-label={`${hasConversation ? 'Open conversation' : 'Reply here'}: ${enquiry.subject}`}
      onClick={() =>
        mutate(enquiry.id, {
          onSuccess: (room) => void navigate(`/messages?room=${room}`),
          onError: (error) =>
            toast({
              title: 'Error',
              description:
                error instanceof QueryError && error.hint !== null
                  ? error.message
                  : 'Failed to start conversation. Please try again.',
              variant: 'destructive',
            }),
        })
      }
    >
      <MessageCircle aria-hidden="true" className="size-4" />
      {hasConversation ? 'Open conversation' : 'Reply here'}
    </Button>
  )
}

interface MarkAsReadProps {
  shopId: string
  enquiry: Enquiry
  /** The button has been removed, so the focus has to move. */
  onMarked: () => void
}

function MarkAsRead({ shopId, enquiry, onMarked }: MarkAsReadProps) {
  const app = useApp()
  const [isBusy, setIsBusy] = useState(false)
  async function mark(): Promise<void> {
    setIsBusy(true)
    try {
      await markEnquiryRead(app, shopId, enquiry.id)
      onMarked()
    } catch {
      toast({
        title: 'Error',
        description: 'The enquiry could not be marked as read. Please try again.',
        variant: 'destructive',
      })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button variant="quiet" size="sm" busy={isBusy} aria-label={`Mark as read: ${enquiry.subject}`} onClick={mark}>
      Mark as read
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
