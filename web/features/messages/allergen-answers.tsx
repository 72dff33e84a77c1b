/** The seller's answers about allergens, for the quote and the order made from it. */
import { Check, ChefHat, X } from 'lucide-react'
import { type Answer, answerText, readAnswers } from '#domain/allergen-requests'
import { classNames } from '#web/ui/class-names.ts'

const looks = {
  free: { Icon: Check, colour: 'text-leaf-deep' },
  kitchen: { Icon: ChefHat, colour: 'text-honey-deep' },
  // Its own background, so that nobody who skims the list misses it.
  cannot: { Icon: X, colour: 'rounded-lg bg-alarm-pale px-3 py-2 font-semibold text-alarm-deep' },
} satisfies Record<Answer, object>

/** @param answers as stored with the quote or the order; nothing is shown for none */
export function AllergenAnswers({ answers, className }: { answers: unknown; className?: string }) {
  const read = readAnswers(answers)
  if (read.length === 0) return null
  return (
    <ul aria-label="Answers about allergens" className={classNames('grid gap-1.5', className)}>
      {read.map((answer) => {
        const { Icon, colour } = looks[answer.answer]
        return (
          <li key={answerText(answer)} className={classNames('flex items-start gap-2', colour)}>
            <Icon aria-hidden="true" className="h-lh w-5 shrink-0" />
            <span className="min-w-0 text-pretty wrap-anywhere">
              {answerText(answer)}
              {answer.for && <span className="font-normal"> (for {answer.for})</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
