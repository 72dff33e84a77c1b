/** What was said before a conversation was reported, for an administrator who asks for it. */
import { Eye } from 'lucide-react'
import { Button } from '#ui/button'
import { classNames } from '#web/ui/class-names.ts'
import { type Said, type Thing, useReadConversation, useReportedPicture } from './queue.ts'

export function ReportedConversation({ roomId, thing }: { roomId: string; thing: Thing }) {
  const { data: said, mutate, isPending, isError } = useReadConversation(roomId)
  if (!said) {
    return (
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" size="sm" busy={isPending} onClick={() => mutate()}>
          <Eye aria-hidden="true" className="size-4" />
          Read what was said
        </Button>
        <p role={isError ? 'alert' : undefined} className={isError ? 'text-alarm' : 'text-sm text-ink-soft'}>
          {isError
            ? 'It could not be loaded. Please try again.'
            : 'Up to the report, no further. That you read it is logged.'}
        </p>
      </div>
    )
  }
  return (
    <ol
      aria-label="What was said"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within the keyboard's reach
      tabIndex={0}
      className="mt-4 max-h-80 space-y-2 overflow-y-auto overscroll-contain rounded-xl border border-line p-4"
    >
      {said.length === 0 && <li className="text-ink-soft">Nothing was said.</li>}
      {said.map((message) => (
        <li key={message.id} className={classNames(message.type === 'system' && 'text-sm text-ink-soft')}>
          <span className="font-semibold">
            {message.sender_id === thing.buyer_id ? (thing.buyer ?? 'Buyer') : (thing.shop ?? thing.seller ?? 'Seller')}
            :
          </span>{' '}
          <span className="whitespace-pre-line wrap-anywhere">{message.content}</span>
          {message.picture && <SentPicture message={message} path={message.picture} />}
        </li>
      ))}
    </ol>
  )
}

function SentPicture({ message, path }: { message: Said; path: string }) {
  const { data: address, isError } = useReportedPicture(path)
  if (isError) return <span className="text-sm text-ink-soft"> (a picture that is not there any more)</span>
  if (!address) return <span className="text-sm text-ink-soft"> (a picture)</span>
  return (
    <img
      src={address}
      alt={`Sent on ${message.created_at.slice(0, 10)}`}
      loading="lazy"
      className="mt-1 max-h-64 rounded-xl"
    />
  )
}
