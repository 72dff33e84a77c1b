/** The declaration of a line of the seller's own: what it contains or may contain, or that it has none of the 14. */
import { TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { type AllergenDeclaration, allergenSentences } from '#domain/food/allergens'
import { type ChoiceAllergens, fullDeclaration, readAddedAllergens } from '#domain/food/choice-allergens'
import { mentionedWords, unconfirmedMentions } from '#domain/food/ingredients'
import { AllergenChips } from '#features/sell/products'
import { Button } from '#ui/button'
import { Checkbox } from '#ui/checkbox'
import { Notice } from '#ui/notice'
import { classNames } from '#web/ui/class-names.ts'
import type { CustomLine } from './draft-order.ts'

interface CustomAllergensProps {
  line: CustomLine
  onChange: (declaration: AllergenDeclaration | null) => void
}

export function CustomAllergens({ line: { name, allergens }, onChange }: CustomAllergensProps) {
  const [isOpen, setIsOpen] = useState(false)
  const heading = useId()
  const present = readAddedAllergens(allergens)
  const isAny = Object.keys(present).length > 0
  const choose = (next: ChoiceAllergens) =>
    onChange(Object.keys(next).length > 0 ? fullDeclaration(readAddedAllergens(next)) : null)
  const mentioned = allergens ? unconfirmedMentions(name, allergens) : []
  return (
    <section aria-labelledby={heading} className="mt-2 border-t border-line pt-3">
      <h4 id={heading} className="text-sm font-semibold">
        Allergens
      </h4>
      <p role="status" className={classNames('mt-0.5 text-sm text-pretty', !allergens && 'text-ink-soft')}>
        {allergenSentences(allergens).join(' ')}
      </p>
      {mentioned.length > 0 && (
        <Notice tone="warning" icon={TriangleAlert} className="mt-2">
          The name mentions {mentionedWords(mentioned).join(', ')}, but your declaration says otherwise. Please check.
        </Notice>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button
          variant="secondary"
          size="sm"
          className="h-11"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Close the list' : isAny ? 'Change allergens' : 'Choose allergens'}
        </Button>
        {!isAny && (
          <Checkbox
            label="None of the 14 allergens"
            checked={allergens !== null}
            onChange={({ currentTarget }) => onChange(currentTarget.checked ? fullDeclaration({}) : null)}
          />
        )}
      </div>
      {isOpen && (
        <AllergenChips
          value={present}
          onChange={choose}
          hints={{
            contains: 'What you choose in neither list is declared free, traces included.',
            may_contain: 'Traces that may get into it.',
          }}
          className="mt-4"
        />
      )}
    </section>
  )
}
