/**
 * The declaration of the fourteen allergens. Buttons mark allergens named in the ingredients, and the rest as free.
 * Neither happens automatically, since the seller is responsible for the declaration.
 */
import { Check, Sparkles, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import {
  type Allergen,
  type AllergenDeclaration,
  type AllergenKey,
  type AllergenKind,
  type AllergenState,
  allergenStateLabels,
  allergenStates,
  allergens,
  missingDeclarations,
  stateOf,
} from '#domain/food/allergens'
import {
  confirmMentions,
  emphasised,
  type Mention,
  mentionedWords,
  unconfirmedMentions,
  withLegalNames,
} from '#domain/food/ingredients'
import { Button } from '#ui/button'
import { Checkbox } from '#ui/checkbox'
import { Choice } from '#ui/choice'
import { FormError } from '#ui/form-error'
import { Notice } from '#ui/notice'
import type { AllergenQuestion } from './choice-mentions.ts'

export interface AllergenFieldProps {
  value: AllergenDeclaration
  onChange: (declaration: AllergenDeclaration) => void
  ingredients: string
  /** Without it, the ingredients cannot be changed here. */
  onIngredientsChange?: (ingredients: string) => void
  /** Undeclared allergens that blocked publishing. */
  missing: readonly string[]
}

export function AllergenField({ value, onChange, ingredients, onIngredientsChange, missing }: AllergenFieldProps) {
  const states = new Map(allergens.map(({ key }) => [key, stateOf(value, key)]))
  const declared = [...states.values()].filter((state) => state !== null).length
  const left = missingDeclarations(value).length
  const field = useRef<HTMLFieldSetElement>(null)
  const { hash } = useLocation()

  // The form loads after the navigation, so the browser cannot scroll to the hash itself.
  useEffect(() => {
    if (hash === '#allergens') field.current?.scrollIntoView()
  }, [hash])

  function declareRestFree() {
    const rest = { ...value }
    for (const { key } of allergens) if (states.get(key) === null) rest[key] = 'free'
    onChange(rest)
  }

  return (
    <fieldset ref={field} id="allergens" tabIndex={-1} className="scroll-mt-24 outline-none">
      <legend className="text-sm font-semibold">Allergens</legend>
      <p role="status" className="mt-0.5 text-sm text-ink-soft">
        {left === 0
          ? 'All 14 allergens are declared.'
          : `${declared} of 14 declared. Declare them all before you publish this product.`}
      </p>
      <IngredientMentions value={value} onChange={onChange} ingredients={ingredients} />
      {onIngredientsChange && (
        <LegalNames value={value} ingredients={ingredients} onIngredientsChange={onIngredientsChange} />
      )}
      <FormError
        message={missing.length > 0 && `Please declare before publishing: ${missing.join(', ')}.`}
        className="mt-3"
      />
      <ul className="mt-3 divide-y divide-line rounded-xl border border-line bg-raised">
        {allergens.map(({ key, label, kinds }) => (
          <li key={key} className="px-3 py-2.5 sm:px-4">
            <div className="flex justify-between gap-x-4 gap-y-2 max-sm:flex-col sm:items-center">
              <span id={`allergen-${key}`} className="font-semibold">
                {label}
              </span>
              <StateChoice
                allergen={key}
                state={states.get(key) ?? null}
                onChange={(state) => onChange(withState(value, key, kinds, state))}
              />
            </div>
            {states.get(key) !== 'free' && states.get(key) !== null && kinds.length > 0 && (
              <Kinds allergen={key} label={label} kinds={kinds} value={value} onChange={onChange} />
            )}
          </li>
        ))}
      </ul>
      {declared < 14 && (
        <Button variant="secondary" className="mt-3 max-sm:w-full" onClick={declareRestFree}>
          <Check aria-hidden="true" className="size-5" />
          Mark the rest as “free from”
        </Button>
      )}
    </fieldset>
  )
}

type Kind = (typeof allergens)[number]['kinds'][number]

/** A product free from an allergen is free from its kinds too. */
function withState(
  value: AllergenDeclaration,
  key: Allergen,
  kinds: readonly Kind[],
  state: AllergenState,
): AllergenDeclaration {
  const next = { ...value, [key]: state }
  for (const kind of kinds) {
    if (state === 'free' || (state === 'may_contain' && next[kind.key] === 'contains')) delete next[kind.key]
  }
  return next
}

interface StateChoiceProps {
  allergen: Allergen
  state: AllergenState | null
  onChange: (state: AllergenState) => void
}

const stateTones = {
  contains: 'has-checked:bg-alarm-pale has-checked:text-alarm-deep',
  may_contain: 'has-checked:bg-honey-pale has-checked:text-honey-deep',
  free: 'has-checked:bg-leaf-pale has-checked:text-leaf-deep',
}

function StateChoice({ allergen, state, onChange }: StateChoiceProps) {
  return (
    <span
      role="radiogroup"
      aria-labelledby={`allergen-${allergen}`}
      className="grid grow grid-cols-3 overflow-hidden rounded-full border border-ink/25 sm:w-80 sm:grow-0"
    >
      {allergenStates.map((option) => (
        <Choice
          key={option}
          look="segment"
          name={`allergen-${allergen}`}
          value={option}
          checked={state === option}
          onChange={() => onChange(option)}
          className={stateTones[option]}
        >
          {allergenStateLabels[option]}
        </Choice>
      ))}
    </span>
  )
}

interface KindsProps {
  allergen: Allergen
  label: string
  kinds: readonly Kind[]
  value: AllergenDeclaration
  onChange: (declaration: AllergenDeclaration) => void
}

function Kinds({ allergen, label, kinds, value, onChange }: KindsProps) {
  const isContained = value[allergen] === 'contains' || kinds.some(({ key }) => value[key] === 'contains')
  const traces = kinds.filter(({ key }) => !isContained || value[key] !== 'contains')
  return (
    <div className="mt-2.5 grid gap-2 pb-1">
      {isContained && (
        <KindChips
          legend={`Which ${label.toLowerCase()} does it contain?`}
          kinds={kinds}
          state="contains"
          value={value}
          onChange={onChange}
        />
      )}
      {traces.length > 0 && (
        <KindChips
          legend={
            isContained ? 'May it also contain traces of others?' : `Which ${label.toLowerCase()} may it contain?`
          }
          kinds={traces}
          state="may_contain"
          value={value}
          onChange={onChange}
        />
      )}
    </div>
  )
}

interface KindChipsProps extends Omit<KindsProps, 'allergen' | 'label'> {
  legend: string
  state: 'contains' | 'may_contain'
}

function KindChips({ legend, kinds, state, value, onChange }: KindChipsProps) {
  function toggle(key: AllergenKind, isChosen: boolean) {
    const next = { ...value }
    if (isChosen) next[key] = state
    else delete next[key]
    onChange(next)
  }
  return (
    <fieldset>
      <legend className="text-sm text-ink-soft">{legend}</legend>
      <span className="mt-1.5 flex flex-wrap gap-1.5">
        {kinds.map(({ key, label }) => (
          <Choice
            key={key}
            look="chip"
            type="checkbox"
            checked={value[key] === state}
            onChange={(event) => toggle(key, event.currentTarget.checked)}
          >
            {label}
          </Choice>
        ))}
      </span>
    </fieldset>
  )
}

interface LegalNamesProps extends Pick<AllergenFieldProps, 'value' | 'ingredients'> {
  onIngredientsChange: (ingredients: string) => void
}

/** Offers the legal names that the ingredients lack. */
function LegalNames({ value, ingredients, onIngredientsChange }: LegalNamesProps) {
  const lacking = emphasised(ingredients, value).filter(({ unsaid }) => unsaid.length > 0)
  if (lacking.length === 0) return null
  const named = new Set(lacking.map(({ text, unsaid }) => `${text.toLowerCase()} (${unsaid.join(', ')})`))
  return (
    <Notice
      tone="info"
      icon={Sparkles}
      className="mt-3"
      action={
        <Button variant="secondary" size="sm" onClick={() => onIngredientsChange(withLegalNames(ingredients, value))}>
          Add legal names
        </Button>
      }
    >
      {`A list of ingredients needs the legal name of each allergen: ${[...named].join(', ')}.`}
    </Notice>
  )
}

function IngredientMentions({
  value,
  onChange,
  ingredients,
}: Pick<AllergenFieldProps, 'value' | 'onChange' | 'ingredients'>) {
  const mentions = unconfirmedMentions(ingredients, value)
  return allergenStates.map((says) => {
    const said = mentions.filter((mention) => mention.says === says)
    if (said.length === 0) return null
    return (
      <SaidMentions key={says} says={says} mentions={said} onConfirm={() => onChange(confirmMentions(value, said))} />
    )
  })
}

interface SaidMentionsProps {
  says: AllergenState
  mentions: readonly Mention[]
  onConfirm: () => void
}

function SaidMentions({ says, mentions, onConfirm }: SaidMentionsProps) {
  const isContradicted = mentions.some(({ state }) => state === 'free')
  const words = mentionedWords(mentions).join(', ')
  const text =
    says === 'contains' ? `Your ingredients mention ${words}` : `Your ingredients say “may contain” of ${words}`
  return (
    <Notice
      tone={isContradicted ? 'warning' : 'info'}
      icon={isContradicted ? TriangleAlert : Sparkles}
      className="mt-3"
      action={
        <Button variant="secondary" size="sm" onClick={onConfirm}>
          {says === 'contains' ? 'Mark as contained' : 'Mark as “may contain”'}
        </Button>
      }
    >
      {isContradicted ? `${text}, but your declaration says otherwise. Please check.` : `${text}.`}
    </Notice>
  )
}

interface IngredientAnswersProps {
  value: readonly AllergenKey[]
  onChange: (answers: readonly AllergenKey[]) => void
  questions: readonly AllergenQuestion[]
  error: string | undefined
}

/** What the declaration says otherwise than the ingredients: the seller confirms each, and administrators see it. */
export function IngredientAnswers({ value, onChange, questions, error }: IngredientAnswersProps) {
  if (questions.length === 0) return null
  return (
    <fieldset>
      <legend className="text-sm font-semibold">Does the declaration fit the ingredients?</legend>
      <p className="mt-0.5 text-sm text-ink-soft">Your answers are kept, and we may ask you about them.</p>
      {questions.map(({ key, label, word, answer }) => (
        <Checkbox
          key={key}
          label={`It says “${word}”, but this does not contain ${label}.`}
          checked={answer === 'free'}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...value, key] : value.filter((one) => one !== key))
          }
        />
      ))}
      <FormError message={error} className="mt-2" />
    </fieldset>
  )
}
