/** The seller's answers about allergens, for the quote and the order made from it. */
import { Check, ChefHat, TriangleAlert, X } from 'lucide-react'
import {
  type Answer,
  answerText,
  contradictions,
  lapsedAnswerText,
  type OrderDeclaration,
  readAnswers,
} from '#domain/orders/allergen-requests'
import { classNames } from '#web/ui/class-names.ts'

const looks = {
  free: { Icon: Check, colour: 'text-leaf-deep' },
  kitchen: { Icon: ChefHat, colour: 'text-honey-deep' },
  // Its own background, so that nobody who skims the list misses it.
  cannot: { Icon: X, colour: 'rounded-lg bg-alarm-pale px-3 py-2 font-semibold text-alarm-deep' },
} satisfies Record<Answer, object>
const lapsedLook = { ...looks.cannot, Icon: TriangleAlert }

interface AllergenAnswersProps {
  /** As stored with the quote or the order; nothing is shown for none. */
  answers: unknown
  /** What the items of an order or a quote declare today. An answer that one of them contradicts is not repeated. */
  made?: readonly OrderDeclaration[]
  className?: string
}

export function AllergenAnswers({ answers, made = [], className }: AllergenAnswersProps) {
  const read = readAnswers(answers)
  if (read.length === 0) return null
  const lapsed = made.flatMap((declaration) => contradictions(read, declaration))
  return (
    <ul aria-label="Answers about allergens" className={classNames('grid gap-1.5', className)}>
      {read.map((answer) => {
        const isLapsed = lapsed.includes(answer)
        const { Icon, colour } = isLapsed ? lapsedLook : looks[answer.answer]
        return (
          <li key={answerText(answer)} className={classNames('flex items-start gap-2', colour)}>
            <Icon aria-hidden="true" className="h-lh w-5 shrink-0" />
            <span className="min-w-0 text-pretty wrap-anywhere">
              {isLapsed ? lapsedAnswerText(answer) : answerText(answer)}
              {answer.for && <span className="font-normal"> (for {answer.for})</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
