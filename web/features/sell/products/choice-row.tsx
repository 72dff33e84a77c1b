/** A variation or a choice in the product form: name, price difference, own stock, and the allergens that it adds. */
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { allergenGroups, namesOf } from '#domain/food/allergens'
import {
  type ChoiceAllergens,
  readAddedAllergens,
  readChoiceAllergens,
  removedNames,
} from '#domain/food/choice-allergens'
import { joinWithAnd } from '#domain/values/join-with-and'
import { Button } from '#ui/button'
import { Choice } from '#ui/choice'
import { FieldGroup } from '#ui/field'
import { TextField } from '#ui/text-field'
import { AllergenChips } from './allergen-chips.tsx'
import { type AllergenQuestion, isUnanswered, questionsOfChoice } from './choice-mentions.ts'
import type { ProductFormInput } from './product-form.ts'

export interface ListControls {
  /** 'variation 2' */
  name: string
  index: number
  count: number
  onMove: (from: number, to: number) => void
  onRemove: (index: number) => void
}

/** Buttons that move an element of a list up and down, and remove it. */
export function ListButtons({ name, index, count, onMove, onRemove }: ListControls) {
  return (
    <span className="flex shrink-0 justify-end">
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Move ${name} up`}
        disabled={index === 0}
        onClick={() => onMove(index, index - 1)}
      >
        <ArrowUp aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </Button>
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Move ${name} down`}
        disabled={index === count - 1}
        onClick={() => onMove(index, index + 1)}
      >
        <ArrowDown aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </Button>
      <Button variant="quiet" size="icon" aria-label={`Remove ${name}`} onClick={() => onRemove(index)}>
        <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </Button>
    </span>
  )
}

type ChoicePath = `variations.${number}` | `option_groups.${number}.choices.${number}`

export interface ChoiceRowProps extends ListControls {
  path: ChoicePath
  placeholder: string
}

export function ChoiceRow({ path, placeholder, ...controls }: ChoiceRowProps) {
  const { register, control, getFieldState, formState } = useFormContext<ProductFormInput>()
  const { name } = controls
  const errorOf = (field: 'name' | 'price_delta' | 'stock') =>
    getFieldState(`${path}.${field}`, formState).error?.message
  return (
    <li className="rounded-xl border border-line bg-raised p-3">
      <div className="grid grid-cols-2 items-start gap-2 sm:grid-cols-[1fr_7rem_7rem]">
        <TextField
          label={<Label text="Name" of={name} />}
          placeholder={placeholder}
          autoComplete="off"
          {...register(`${path}.name`)}
          error={errorOf('name')}
          className="max-sm:col-span-2"
        />
        <TextField
          label={<Label text="Price +/−" of={name} />}
          placeholder="£0.00"
          inputMode="text"
          autoComplete="off"
          {...register(`${path}.price_delta`)}
          error={errorOf('price_delta')}
        />
        <TextField
          label={<Label text="Own stock" of={name} />}
          placeholder="No limit"
          inputMode="numeric"
          autoComplete="off"
          {...register(`${path}.stock`)}
          error={errorOf('stock')}
        />
      </div>
      <Controller
        control={control}
        name={`${path}.allergens`}
        render={({ field }) => (
          <ChoiceFoodFields
            name={name}
            path={path}
            value={readChoiceAllergens(field.value)}
            onChange={field.onChange}
            controls={controls}
          />
        )}
      />
    </li>
  )
}

/** A short label, which screen readers complete. */
export function Label({ text, of }: { text: string; of: string }) {
  return (
    <>
      {text}
      <span className="sr-only"> of {of}</span>
    </>
  )
}

interface ChoiceFoodFieldsProps {
  name: string
  path: ChoicePath
  value: ChoiceAllergens
  onChange: (value: ChoiceAllergens) => void
  controls: ListControls
}

/** The questions about a choice, which a refused publication scrolls to. */
export const answersIdOf = (path: ChoicePath) => `answers-${path}`

function ChoiceFoodFields({ name, path, value, onChange, controls }: ChoiceFoodFieldsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { control, register, getFieldState, formState } = useFormContext<ProductFormInput>()
  const [choice, ingredients, declared] = useWatch({
    control,
    name: [`${path}.name`, `${path}.ingredients`, 'allergens'],
  })
  const questions = questionsOfChoice({ name: choice, ingredients, allergens: value }, declared)
  const errorOf = (field: 'allergens' | 'ingredients' | 'replaces' | 'net_quantity') =>
    getFieldState(`${path}.${field}`, formState).error?.message
  const isFaulty = (['ingredients', 'replaces', 'net_quantity'] as const).some(errorOf)
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-2">
        <Button
          variant="quiet"
          size="sm"
          className="h-auto min-w-0 py-1.5 text-left whitespace-normal"
          aria-expanded={isOpen || isFaulty}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span>
            <span className="sr-only">Ingredients and allergens of {name}: </span>
            {questions.some(isUnanswered) ? 'Please answer below' : foodLabel(value)}
          </span>
        </Button>
        <ListButtons {...controls} />
      </div>
      {questions.length > 0 && (
        <div id={answersIdOf(path)} className="mt-2 grid scroll-mt-24 gap-3">
          {questions.map((question) => (
            <Question
              key={question.key}
              question={question}
              subject={choice || name}
              error={question.answer === null ? errorOf('allergens') : undefined}
              onAnswer={(state) => onChange({ ...value, [question.key]: state })}
            />
          ))}
        </div>
      )}
      {(isOpen || isFaulty) && (
        <div className="mt-4 space-y-4 border-t border-line pt-4">
          <TextField
            label={<Label text="Ingredients (optional)" of={name} />}
            hint="What it adds to the ingredients of the product, in order of weight."
            autoComplete="off"
            {...register(`${path}.ingredients`)}
            error={errorOf('ingredients')}
          />
          <TextField
            label={<Label text="Instead of (optional)" of={name} />}
            hint="Ingredients of the product that it replaces, as you wrote them there, with commas between them."
            autoComplete="off"
            {...register(`${path}.replaces`)}
            error={errorOf('replaces')}
          />
          <TextField
            label={<Label text="Net weight or volume (optional)" of={name} />}
            hint="If it is not that of the product."
            placeholder="900 g"
            autoComplete="off"
            {...register(`${path}.net_quantity`)}
            error={errorOf('net_quantity')}
          />
          <AllergenChips
            value={value}
            onChange={onChange}
            hints={{
              contains: 'Beyond the allergens that every piece of this product contains.',
              may_contain: 'Traces beyond those of the product.',
              removed: 'Only if nothing of it remains with this choice.',
            }}
          />
        </div>
      )}
    </>
  )
}

const answers = [
  ['contains', 'Contains'],
  ['may_contain', 'May contain'],
  ['free', 'Does not'],
] as const

interface QuestionProps {
  question: AllergenQuestion
  subject: string
  error: string | undefined
  onAnswer: (state: 'contains' | 'may_contain' | 'free') => void
}

/** A choice that mentions an allergen is published with an explicit answer only. */
function Question({ question: { label, word, answer }, subject, error, onAnswer }: QuestionProps) {
  const id = useId()
  return (
    <FieldGroup legend={`It mentions ${word}. Does “${subject}” contain ${label}?`} error={error}>
      <span className="flex flex-wrap gap-2">
        {answers.map(([state, text]) => (
          <Choice key={state} look="chip" name={id} checked={answer === state} onChange={() => onAnswer(state)}>
            {text}
          </Choice>
        ))}
      </span>
    </FieldGroup>
  )
}

/** 'Adds: contains walnut; may contain milk. Takes away: milk' */
function foodLabel(value: ChoiceAllergens): string {
  const groups = allergenGroups(readAddedAllergens(value))
  const words = [
    groups.contains.length > 0 && `contains ${joinWithAnd(groups.contains.flatMap(namesOf))}`,
    groups.may_contain.length > 0 && `may contain ${joinWithAnd(groups.may_contain.flatMap(namesOf))}`,
  ].filter(Boolean)
  const removed = removedNames(value)
  return [
    words.length === 0 ? 'Adds no allergens' : `Adds: ${words.join('; ')}`,
    removed.length > 0 && `Takes away: ${joinWithAnd(removed)}`,
  ]
    .filter(Boolean)
    .join('. ')
}
