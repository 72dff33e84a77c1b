/** The seller's answers about the allergens that the buyer asked for, and the checkboxes that confirm them by name. */
import type { AllergenAnswer, OrderDeclaration } from '#domain/orders/allergen-requests'
import { AllergenAnswers } from '#features/talk/quotes'
import { Card } from '#ui/card'
import { type CheckoutError, errorIds } from './checkout-errors.ts'
import { Confirmation } from './confirmation.tsx'
import { SectionError } from './section-error.tsx'
import type { Agreement } from './use-checkout.ts'

interface AnswerSectionProps {
  answers: readonly AllergenAnswer[]
  /** What the quote is made of today. */
  made: readonly OrderDeclaration[]
  agreements: readonly Agreement[]
  /** Whether something above is loading. */
  isMoving: boolean
  errors: readonly CheckoutError[]
}

export function AnswerSection({ answers, made, agreements, isMoving, errors }: AnswerSectionProps) {
  const id = errorIds.answers
  return (
    <section aria-labelledby="answers-heading">
      <Card className="flex flex-col gap-5">
        <h2 id="answers-heading" className="text-xl">
          You asked about allergens
        </h2>
        <AllergenAnswers answers={answers} made={made} />
        <div id={id} className="scroll-mt-28 space-y-1 border-t border-line pt-4">
          {agreements.map(({ label, hasAgreed, agree }) => (
            <Confirmation
              key={label}
              isMoving={isMoving}
              label={label}
              checked={hasAgreed}
              aria-invalid={errors.length > 0 && !hasAgreed ? true : undefined}
              aria-describedby={errors.length > 0 && !hasAgreed ? `${id}-error` : undefined}
              onChange={(event) => agree(event.currentTarget.checked)}
            />
          ))}
          <SectionError id={`${id}-error`}>{errors.map(({ message }) => message).join(' ') || undefined}</SectionError>
        </div>
      </Card>
    </section>
  )
}
