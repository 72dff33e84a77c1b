/** The seller's answer to each allergen of the brief, and the declaration of this order if it differs from the product. */
import { RotateCcw, TriangleAlert } from 'lucide-react'
import { allergenSentences } from '#domain/food/allergens'
import { type Answer, allergenNames, answers, requestId, requestLabel } from '#domain/orders/allergen-requests'
import { AllergenField } from '#features/sell/products'
import { Button } from '#ui/button'
import { Choice } from '#ui/choice'
import { FieldGroup } from '#ui/field'
import { FormError } from '#ui/form-error'
import { Notice } from '#ui/notice'
import { TextArea } from '#ui/text-area'
import type { AnswersState } from './use-answers.ts'

const choiceTexts: Record<Answer, string> = {
  free: 'Will be free of it',
  kitchen: 'Free of it, made in a kitchen with it',
  cannot: 'Cannot be free of it',
}

export function AnswersField({ state }: { state: AnswersState }) {
  const { section, requests, chosen, contradicted, isChecked, hasOwn } = state
  if (requests.length === 0) return null
  return (
    <section ref={section} aria-labelledby="answers-heading" className="rounded-card border border-line p-4 sm:p-5">
      <h3 id="answers-heading" className="font-sans text-base tracking-normal">
        Allergens the buyer asks about
      </h3>
      <p className="mt-1 text-sm text-pretty text-ink-soft">
        Your answers are part of the quote and of the order. They are printed on the prep sheet and the label.
      </p>
      <div className="mt-3 grid gap-4">
        {requests.map((request) => {
          const id = requestId(request)
          return (
            <FieldGroup
              key={id}
              legend={requestLabel(request)}
              error={isChecked && !chosen.has(id) ? 'Please answer this before you send the quote.' : null}
            >
              {answers.map((answer) => (
                <Choice
                  key={answer}
                  look="row"
                  name={`answer ${id}`}
                  value={answer}
                  checked={chosen.get(id) === answer}
                  onChange={() => state.answer(id, answer)}
                >
                  {choiceTexts[answer]}
                </Choice>
              ))}
            </FieldGroup>
          )
        })}
      </div>
      <div role="status">
        {contradicted.length > 0 && (
          <Notice
            tone={isChecked ? 'error' : 'warning'}
            icon={TriangleAlert}
            className="mt-4"
            action={
              <Button variant="secondary" size="sm" onClick={state.declare}>
                {hasOwn ? 'Change the declaration' : 'Declare for this order'}
              </Button>
            }
          >
            <Contradiction state={state} />
          </Notice>
        )}
        {state.mentions.length > 0 && (
          <Notice tone="warning" className="mt-4">
            The ingredients mention {state.mentions.join(', ')}. Check that they are those of this order.
          </Notice>
        )}
      </div>
      {hasOwn && <OwnDeclaration state={state} />}
    </section>
  )
}

function Contradiction({ state: { contradicted, declaration, hasOwn } }: { state: AnswersState }) {
  return (
    <>
      <strong className="font-semibold">Your answer about {allergenNames(contradicted)} contradicts</strong>{' '}
      {hasOwn ? 'the declaration of this order' : 'the product’s declaration'}:{' '}
      {allergenSentences(declaration.allergens).join(' ')} Change the answer, or declare how this order is made.
    </>
  )
}

function OwnDeclaration({ state: { declaration, missing, changeDeclaration, isChecked } }: { state: AnswersState }) {
  const { allergens, ingredients } = declaration
  return (
    <div className="mt-5 grid gap-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="font-sans text-base font-semibold tracking-normal">How this order is made</h4>
        <Button variant="quiet" size="sm" onClick={() => changeDeclaration(null)}>
          <RotateCcw aria-hidden="true" className="size-4" />
          Same as the product
        </Button>
      </div>
      <TextArea
        label="Ingredients of this order"
        rows={3}
        maxLength={5000}
        value={ingredients ?? ''}
        hint="Printed on its label, instead of the product’s."
        onChange={(event) => changeDeclaration({ allergens, ingredients: event.currentTarget.value })}
      />
      <AllergenField
        value={allergens ?? {}}
        ingredients={ingredients ?? ''}
        missing={[]}
        onChange={(changed) => changeDeclaration({ allergens: changed, ingredients })}
      />
      <FormError message={isChecked && missing.length > 0 && `Please declare for this order: ${missing.join(', ')}.`} />
    </div>
  )
}
