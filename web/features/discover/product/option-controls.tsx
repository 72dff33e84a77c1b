/** Everything that a shopper chooses of a product: variation, groups of choices, questions and personalisation. */

import { asksAbout, priceChangeLabel, variationAt } from '#domain/catalogue/options'
import { formatPence, type Pounds, toPence } from '#domain/values/money'
import { TextField } from '#ui/text-field'
import { addedWords, ChoiceControl } from './choice-control.tsx'
import { PersonalisationControl } from './personalisation-control.tsx'
import type { Product } from './product.ts'
import type { Purchase } from './use-purchase.ts'

export interface OptionControlsProps {
  product: Product
  purchase: Purchase
  /** Otherwise it only tells the prices of the choices. */
  isForSale: boolean
}

export function OptionControls({ product, purchase, isForSale }: OptionControlsProps) {
  const { choice, choose, errors, controlOf } = purchase
  return (
    <>
      {product.variations.length > 1 && (
        <ChoiceControl
          legend="Variation"
          priceOf={variationPrice(product)}
          options={product.variations.map((variation) => ({ ...variation, value: variation.name }))}
          chosen={choice.variation === null ? [] : [choice.variation]}
          onChoose={([variation = null]) => choose({ variation })}
          max={1}
          isRequired
          error={errors[variationAt]}
          controlRef={controlOf(variationAt)}
        />
      )}
      {product.option_groups.filter(asksAbout).map((group) => (
        <ChoiceControl
          key={group.id}
          legend={legendOf(group)}
          priceOf={({ price_delta }) => priceChangeLabel(price_delta)}
          options={group.choices.map((option) => ({ ...option, value: option.id }))}
          chosen={choice.groups[group.id] ?? []}
          onChoose={(ids) => choose({ groups: { ...choice.groups, [group.id]: ids } })}
          max={group.max_choices}
          isRequired={group.is_required}
          error={errors[group.id]}
          controlRef={controlOf(group.id)}
        />
      ))}
      <Included product={product} />
      {isForSale && (
        <>
          {product.questions.map((question) => (
            <QuestionField key={question.id} question={question} purchase={purchase} />
          ))}
          {product.is_personalisable && <PersonalisationControl product={product} purchase={purchase} />}
        </>
      )}
    </>
  )
}

/** What every piece has without a question: the only variation, and the only choice of a required group. */
function Included({ product: { variations, option_groups } }: { product: Product }) {
  const groups = [
    ...(variations.length === 1 ? [{ id: variationAt, name: 'Variation', choices: variations }] : []),
    ...option_groups.filter((group) => !asksAbout(group)),
  ]
  if (groups.length === 0) return null
  return (
    <ul aria-label="Included" className="text-ink-soft">
      {groups.flatMap(({ id, name, choices }) =>
        choices.map((choice) => (
          <li key={id} className="wrap-anywhere">
            {[`${name}: ${choice.name}`, ...addedWords(choice.allergens).map((words) => words.toLowerCase())].join(
              ', ',
            )}
          </li>
        )),
      )}
    </ul>
  )
}

/** The whole price of each variation, if they differ. */
function variationPrice({ price, variations }: Product): (variation: { price_delta: Pounds }) => string | null {
  const differ = new Set(variations.map(({ price_delta }) => toPence(price_delta))).size > 1
  return ({ price_delta }) => (differ ? formatPence(toPence(price) + toPence(price_delta)) : null)
}

function legendOf({ name, is_required, max_choices }: Product['option_groups'][number]): string {
  const notes = [max_choices > 1 && `up to ${max_choices}`, !is_required && 'optional'].filter(Boolean)
  return notes.length === 0 ? name : `${name} (${notes.join(', ')})`
}

interface QuestionFieldProps {
  question: Product['questions'][number]
  purchase: Purchase
}

function QuestionField({ question, purchase }: QuestionFieldProps) {
  const { id, name, is_required, max_length, price } = question
  const { choice, choose, errors, controlOf } = purchase
  const text = choice.answers[id] ?? ''
  const notes = [!is_required && 'optional', priceChangeLabel(price)].filter(Boolean)
  return (
    <TextField
      ref={controlOf(id)}
      label={notes.length === 0 ? name : `${name} (${notes.join(', ')})`}
      value={text}
      maxLength={max_length}
      onChange={(event) => choose({ answers: { ...choice.answers, [id]: event.currentTarget.value } })}
      hint={`${text.length} of ${max_length} characters`}
      error={errors[id]}
    />
  )
}
