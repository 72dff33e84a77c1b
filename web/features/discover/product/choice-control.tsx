/** One choice, or several, of a product: chips for a few, a list or checkboxes for many. */
import { useId } from 'react'
import type { OfferedVariation } from '#domain/catalogue/options'
import { allergenGroups, namesOf } from '#domain/food/allergens'
import { readAddedAllergens, removedNames } from '#domain/food/choice-allergens'
import { joinWithAnd } from '#domain/values/join-with-and'
import { Choice } from '#ui/choice'
import { FieldGroup } from '#ui/field'
import { Select } from '#ui/select'

interface OfferedOption extends OfferedVariation {
  /** The variation's name or the choice's id. */
  readonly value: string
}

export interface ChoiceControlProps {
  legend: string
  options: readonly OfferedOption[]
  /** What an option costs, in words; null says nothing. */
  priceOf: (option: OfferedOption) => string | null
  chosen: readonly string[]
  onChoose: (chosen: readonly string[]) => void
  /** More than one makes checkboxes. */
  max: number
  /** A choice of one that is not required can be taken back. */
  isRequired: boolean
  error: string | undefined
  controlRef: (element: HTMLElement | null) => void
}

/** More choices of one are shown as a list. */
const maxChips = 8

export function ChoiceControl(props: ChoiceControlProps) {
  return props.max === 1 && props.options.length > maxChips ? <ChoiceList {...props} /> : <ChoiceChips {...props} />
}

function ChoiceChips(props: ChoiceControlProps) {
  const { legend, options, priceOf, chosen, onChoose, max, isRequired, error, controlRef } = props
  const id = useId()
  const isSingle = max === 1 && (isRequired || options.length > 1)
  const none = isSingle && !isRequired
  return (
    <FieldGroup legend={legend} error={error}>
      <div className="flex flex-wrap gap-2.5">
        {none && (
          <Choice look="tile" name={id} checked={chosen.length === 0} onChange={() => onChoose([])} value="">
            <span className="block leading-snug font-semibold">None</span>
          </Choice>
        )}
        {options.map((option, index) => {
          const isChosen = chosen.includes(option.value)
          const isSoldOut = option.stock === 0
          const isFull = !isSingle && !isChosen && chosen.length >= max
          return (
            <Choice
              key={option.value}
              look="tile"
              type={isSingle ? 'radio' : 'checkbox'}
              ref={(input) => {
                if (index === 0) controlRef(input)
              }}
              name={isSingle ? id : undefined}
              value={option.value}
              checked={isChosen}
              disabled={(isSoldOut || isFull) && !isChosen}
              onChange={() => onChoose(isSingle ? [option.value] : toggled(chosen, option.value))}
              aria-invalid={error ? true : undefined}
            >
              <span className="block leading-snug font-semibold wrap-anywhere">{option.name}</span>
              <Details option={option} price={priceOf(option)} />
            </Choice>
          )
        })}
      </div>
    </FieldGroup>
  )
}

function toggled(chosen: readonly string[], value: string): readonly string[] {
  return chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]
}

/** The price change, the allergens that it adds, and whether it is sold out. */
function Details({ option, price }: { option: OfferedOption; price: string | null }) {
  const allergens = addedWords(option.allergens)
  return (
    <>
      {price && <span className="block text-sm tabular-nums text-ink-soft">{price}</span>}
      {allergens.map((words) => (
        <span key={words} className="block text-sm font-medium wrap-anywhere">
          {words}
        </span>
      ))}
      {option.stock === 0 && <span className="block text-sm text-ink-soft">Sold out</span>}
      {option.stock !== null && option.stock > 0 && option.stock <= 5 && (
        <span className="block text-sm text-ink-soft">{option.stock} left</span>
      )}
    </>
  )
}

/** 'Contains walnut', 'May contain almond', 'Without milk'. */
export function addedWords(added: unknown): readonly string[] {
  const { contains, may_contain: mayContain } = allergenGroups(readAddedAllergens(added))
  const removed = removedNames(added)
  return [
    contains.length > 0 && `Contains ${joinWithAnd(contains.flatMap(namesOf))}`,
    mayContain.length > 0 && `May contain ${joinWithAnd(mayContain.flatMap(namesOf))}`,
    removed.length > 0 && `Without ${joinWithAnd(removed)}`,
  ].filter((words): words is string => Boolean(words))
}

function ChoiceList(props: ChoiceControlProps) {
  const { legend, options, priceOf, chosen, onChoose, isRequired, error, controlRef } = props
  const listed = options.map((option) => ({
    value: option.value,
    disabled: option.stock === 0,
    label: [option.name, priceOf(option), ...addedWords(option.allergens), option.stock === 0 && 'sold out']
      .filter(Boolean)
      .join(', '),
  }))
  const first = isRequired
    ? { value: '', label: `Choose a ${legend.toLowerCase()}`, disabled: true }
    : { value: '', label: 'None' }
  return (
    <Select
      label={legend}
      ref={controlRef}
      options={[first, ...listed]}
      value={chosen[0] ?? ''}
      onValueChange={(value) => onChoose(value === '' ? [] : [value])}
      error={error}
    />
  )
}
