/** The bar that says what lists leave out, and the question before food that does not fit is added. */

import { ShieldCheck } from 'lucide-react'
import { describeHousehold } from '#domain/food/household'
import { useApp } from '#platform/app-context.ts'
import { useStore } from '#platform/create-store.ts'
import { Button } from '#ui/button'
import { Link } from '#ui/link'
import { classNames } from '#web/ui/class-names.ts'
import { fitQuestion } from './fit-check.ts'
import { FitDialog } from './fit-dialog.tsx'
import { useHousehold } from './use-household.ts'

export function HouseholdBar() {
  const { household } = useApp()
  const { people, isOff } = useHousehold()
  return (
    <section
      aria-label="Household"
      className={classNames(
        'border-b border-line text-sm print:hidden',
        isOff ? 'bg-paper-deep text-ink-soft' : 'bg-leaf-pale text-leaf-deep',
      )}
    >
      <div className="page flex min-h-12 flex-wrap items-center gap-x-4 gap-y-0 py-1">
        <p role="status" className="flex min-w-0 grow items-start gap-2 py-1.5 font-medium basis-64">
          <ShieldCheck aria-hidden="true" className="mt-px size-4.5 shrink-0" />
          <span className="line-clamp-2 wrap-anywhere">
            {isOff ? 'Not checking food for your household' : `Avoiding: ${describeHousehold(people)}`}
          </span>
        </p>
        <p className="flex shrink-0 items-center gap-1 max-sm:-ml-2.5">
          <Button variant="quiet" size="sm" className="px-2.5" onClick={() => household.setOff(!isOff)}>
            {isOff ? 'Switch on' : 'Switch off for this visit'}
          </Button>
          <Link to="/household" className="rounded-full px-2.5 py-1.5 font-semibold hover:bg-ink/6">
            Edit<span className="sr-only"> your household</span>
          </Link>
        </p>
      </div>
    </section>
  )
}

export function FitQuestions() {
  const question = useStore(fitQuestion)
  return question && <FitDialog question={question} />
}
