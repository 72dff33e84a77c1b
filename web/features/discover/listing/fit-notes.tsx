/** What the household, or a shopper who filters, should know about a product, on its card. */
import { ShieldCheck, TriangleAlert } from 'lucide-react'
import { type Fit, shortReason } from '#domain/food/fit'
import { classNames } from '#web/ui/class-names.ts'
import { PendingNote } from './pending-note.tsx'

interface CardNote {
  readonly text: string
  readonly tone: 'leaf' | 'honey' | 'alarm'
}

const tones = { leaf: 'text-leaf-deep', honey: 'text-honey-deep', alarm: 'text-alarm-deep' }
const icons = { leaf: ShieldCheck, honey: TriangleAlert, alarm: TriangleAlert }

/** @param fit undefined until it is known */
export function FitNotes({ fit }: { fit: Fit | undefined }) {
  if (!fit) return <PendingNote />
  return notesFor(fit).map(({ text, tone }) => {
    const Icon = icons[tone]
    return (
      <p key={text} className={classNames('mt-1 flex items-start gap-1.5 text-sm font-medium', tones[tone])}>
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 wrap-anywhere first-letter:uppercase">{text}</span>
      </p>
    )
  })
}

/** What fits says so, but never that it is safe. */
function notesFor({ reasons, absent, byOption, mentions, unchecked }: Fit): CardNote[] {
  if (reasons.length > 0) return [{ text: shortReason(reasons), tone: 'alarm' }]
  return [
    ...absent.map(({ text, isOpen }) => ({ text, tone: isOpen ? ('honey' as const) : ('leaf' as const) })),
    ...(byOption.length > 0 ? [{ text: `One option ${shortReason(byOption)}`, tone: 'honey' as const }] : []),
    ...(mentions.length > 0 ? [{ text: `The seller’s text ${shortReason(mentions)}`, tone: 'honey' as const }] : []),
    ...(unchecked.length > 0
      ? [{ text: `Could not be checked: ${unchecked.join(', ')}`, tone: 'honey' as const }]
      : []),
  ]
}
