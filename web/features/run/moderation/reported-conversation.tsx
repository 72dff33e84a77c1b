/** The messages of a reported conversation up to the report, shown to an administrator on request. */
import { Eye } from 'lucide-react'
import { Button } from '#ui/button'
import { classNames } from '#web/ui/class-names.ts'
import { type ConversationMessage, type ReportedContent, useReadConversation, useReportedPicture } from './queue.ts'

export function ReportedConversation({
  conversationId,
  content,
}: {
  conversationId: string
  content: ReportedContent
}) {
  const { data: messages, mutate, isPending, isError } = useReadConversation(conversationId)
  if (!messages) {
    return (
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" size="sm" busy={isPending} onClick={() => mutate()}>
          <Eye aria-hidden="true" className="size-4" />
          Read conversation
        </Button>
        <p role={isError ? 'alert' : undefined} className={isError ? 'text-alarm' : 'text-sm text-ink-soft'}>
          {isError
            ? 'The conversation could not be loaded. Please try again.'
            : 'You see only messages sent before the report. The log records that you read them.'}
        </p>
      </div>
    )
  }
  return (
    <ol
      aria-label="Reported conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the list
      tabIndex={0}
      className="mt-4 max-h-80 space-y-2 overflow-y-auto overscroll-contain rounded-control border border-line p-4"
    >
      {messages.length === 0 && <li className="text-ink-soft">There are no messages.</li>}
      {messages.map((message) => (
        <li key={message.id} className={classNames(message.type === 'system' && 'text-sm text-ink-soft')}>
          <span className="font-semibold">
            {message.sender_id === content.buyer_id
              ? (content.buyer ?? 'Buyer')
              : (content.shop ?? content.seller ?? 'Seller')}
            :
          </span>{' '}
          <span className="whitespace-pre-line wrap-anywhere">{message.content}</span>
          {message.picture && <SentPicture message={message} path={message.picture} />}
        </li>
      ))}
    </ol>
  )
}

function SentPicture({ message, path }: { message: ConversationMessage; path: string }) {
  const { data: url, isError } = useReportedPicture(path)
  if (isError) return <span className="text-sm text-ink-soft"> (a deleted picture)</span>
  if (!url) return <span className="text-sm text-ink-soft"> (a picture)</span>
  return (
    <img
      src={url}
      alt={`Sent on ${message.created_at.slice(0, 10)}`}
      loading="lazy"
      className="mt-1 max-h-64 rounded-control"
    />
  )
}
