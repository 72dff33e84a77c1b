/** One item of the moderation queue: the reported content, its reports and the available actions. */
import { useState } from 'react'
import { declarable } from '#domain/food/allergens'
import { relativeAge } from '#domain/values/relative-age'
import { useNow } from '#platform/clock.ts'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { lazyDialog } from '#ui/lazy-dialog'
import { Link } from '#ui/link'
import { Picture } from '#ui/picture'
import { Stars } from '#ui/stars'
import { type Action, type QueueItem, type Report, type ReportedContent, reportStateLabels } from './queue.ts'
import { ReportedConversation } from './reported-conversation.tsx'

interface QueueCardProps {
  item: QueueItem
  isOpen: boolean
  /** Called after a decision, which removes the card from the list. */
  onDone: () => void
}

const kindNames = {
  product: 'Product',
  shop: 'Shop',
  review: 'Review',
  conversation: 'Conversation',
  announcement: 'Announcement',
} as const

export function QueueCard({ item, isOpen, onDone }: QueueCardProps) {
  const { subject, content, reports, report_count: count } = item
  return (
    <Card>
      <article aria-label={`${kindNames[subject]}: ${content?.name ?? 'deleted'}`}>
        <div className="flex gap-4">
          {content?.picture && (
            <span className="w-16 shrink-0 self-start overflow-hidden rounded-control sm:w-24">
              <Picture source={content.picture} alt="" sizes="6rem" />
            </span>
          )}
          <div className="min-w-0 grow">
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone="sky">{kindNames[subject]}</Badge>
              {content?.is_hidden && <Badge tone="alarm">{subject === 'shop' ? 'Suspended' : 'Hidden'}</Badge>}
              {subject !== 'shop' && content?.shop_status === 'suspended' && <Badge tone="alarm">Shop suspended</Badge>}
            </p>
            {content ? (
              <ContentFacts subject={subject} content={content} />
            ) : (
              <p className="mt-2">This has been deleted.</p>
            )}
          </div>
        </div>
        {subject === 'conversation' && content && isOpen && (
          <ReportedConversation conversationId={item.id} content={content} />
        )}
        <h3 className="mt-5 font-sans text-sm font-semibold tracking-normal">
          {count === 1 ? '1 report' : `${count} reports`}
        </h3>
        <ul className="mt-2 space-y-3">
          {reports.map((report) => (
            <li key={report.id}>
              <ReportDetails report={report} />
            </li>
          ))}
        </ul>
        <Actions item={item} isOpen={isOpen} onDone={onDone} />
      </article>
    </Card>
  )
}

function ContentFacts({ subject, content }: { subject: QueueItem['subject']; content: ReportedContent }) {
  const to = subject === 'shop' ? shopPath(content) : content.product_id ? `/product/${content.product_id}` : null
  return (
    <>
      <h2 className="mt-2 text-xl wrap-anywhere">
        {to && !content.is_hidden && content.shop_status === 'active' ? (
          <Link to={to} className="hover:text-berry">
            {content.name}
          </Link>
        ) : (
          content.name
        )}
      </h2>
      {content.rating != null && <Stars rating={content.rating} className="mt-1" />}
      <p className="mt-1 text-sm text-ink-soft wrap-anywhere">{attribution(subject, content)}</p>
      {content.text && (
        <p className="mt-2 line-clamp-6 whitespace-pre-line text-pretty wrap-anywhere">{content.text}</p>
      )}
      {content.reply && (
        <p className="mt-2 line-clamp-6 rounded-control bg-paper-deep px-4 py-2 whitespace-pre-line wrap-anywhere">
          <span className="font-semibold">Their reply: </span>
          {content.reply}
        </p>
      )}
      <AllergenAnswers answers={content.answers ?? []} />
      {content.hidden_because && (
        <p className="mt-2 text-sm text-alarm-deep wrap-anywhere">Reason: {content.hidden_because}</p>
      )}
    </>
  )
}

/** What the seller answered where words of the product mention an allergen that it does not declare. */
function AllergenAnswers({ answers }: { answers: NonNullable<ReportedContent['answers']> }) {
  if (answers.length === 0) return null
  return (
    <div className="mt-2 text-sm">
      <p className="font-semibold">The seller’s answers about allergens</p>
      <ul className="list-disc pl-5">
        {answers.map(({ text, allergen }) => (
          <li key={`${allergen} ${text}`} className="wrap-anywhere">
            {`“${text ?? ''}” does not contain ${allergenLabel(allergen)}.`}
          </li>
        ))}
      </ul>
    </div>
  )
}

const allergenLabel = (allergen: string) =>
  declarable.find(({ key }) => key === allergen)?.label.toLowerCase() ?? allergen

function attribution(subject: QueueItem['subject'], content: ReportedContent): string {
  if (subject === 'shop') return `Run by ${content.owner ?? 'a former member'}`
  if (subject === 'review')
    return `By ${content.author ?? 'a former member'}, about ${content.shop ?? 'a deleted shop'}`
  if (subject === 'conversation')
    return `${content.buyer ?? 'A former member'} with ${content.shop ?? content.seller ?? 'a seller'}`
  return `By ${content.shop ?? 'a deleted shop'}`
}

const shopPath = ({ slug }: ReportedContent) => (slug ? `/shop/${encodeURIComponent(slug)}` : null)

function ReportDetails({ report }: { report: Report }) {
  const now = useNow()
  const { reason, details, reporter, created_at: at, state, resolution, resolved_by: by } = report
  return (
    <div className="rounded-control bg-paper-deep px-4 py-3">
      <p className="font-medium wrap-anywhere">{reason}</p>
      {details && <p className="mt-0.5 whitespace-pre-line text-pretty wrap-anywhere">{details}</p>}
      <p className="mt-1 text-sm text-ink-soft wrap-anywhere">
        {reporter ?? 'A former member'}, <time dateTime={at}>{relativeAge(new Date(at), now)}</time>
      </p>
      {state !== 'open' && (
        <p className="mt-1 text-sm wrap-anywhere">
          <span className="font-semibold">{reportStateLabels[state]}</span> by {by ?? 'a former member'}
          {resolution && `: ${resolution}`}
        </p>
      )}
    </div>
  )
}

const DecisionDialog = lazyDialog(() => import('./decision-dialog.tsx').then((module) => module.DecisionDialog))

function Actions({ item, isOpen, onDone }: QueueCardProps) {
  const [chosen, setChosen] = useState<{ action: Action; subject: QueueItem['subject']; id: string } | null>(null)
  const [isDialogOpen, setDialogOpen] = useState(false)
  const choices = availableActions(item, isOpen)
  if (choices.length === 0) return null
  return (
    <div className="mt-5 flex flex-wrap gap-2">
      {choices.map((choice) => (
        <Button
          key={choice.label}
          variant={choice.isDangerous ? 'danger' : 'secondary'}
          size="sm"
          onClick={() => {
            setChosen(choice)
            setDialogOpen(true)
          }}
        >
          {choice.label}
        </Button>
      ))}
      {chosen && (
        <DecisionDialog
          decision={chosen}
          content={item.content}
          open={isDialogOpen}
          onClose={() => setDialogOpen(false)}
          onDone={onDone}
        />
      )}
    </div>
  )
}

interface Choice {
  readonly label: string
  readonly action: Action
  readonly subject: QueueItem['subject']
  readonly id: string
  readonly isDangerous?: boolean
}

function availableActions({ subject, id, content }: QueueItem, isOpen: boolean): Choice[] {
  const choices: Choice[] = []
  if (content && subject !== 'conversation' && content.is_hidden)
    choices.push({ label: subject === 'shop' ? 'Restore shop' : `Restore ${subject}`, action: 'restore', subject, id })
  else if (content && (subject === 'product' || subject === 'review' || subject === 'announcement'))
    choices.push({ label: `Hide ${subject}`, action: 'hide', subject, id, isDangerous: true })
  if (content?.shop_id && subject !== 'review' && !(subject === 'shop' && content.is_hidden)) {
    const shop = { subject: 'shop', id: content.shop_id } as const
    if (content.shop_status === 'active')
      choices.push({ label: 'Suspend shop', action: 'suspend', ...shop, isDangerous: subject === 'shop' })
    else if (content.shop_status === 'suspended' && subject !== 'shop')
      choices.push({ label: 'Restore shop', action: 'restore', ...shop })
  }
  if (isOpen && subject === 'conversation') choices.push({ label: 'Uphold', action: 'uphold', subject, id })
  if (isOpen) choices.push({ label: 'Dismiss', action: 'dismiss', subject, id })
  return choices
}
