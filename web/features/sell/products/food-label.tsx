/** The printed label of a product or of an order item. */

import { type LabelledFood, labelWording } from '#domain/food/food-label'
import type { IngredientText } from '#domain/food/ingredients'
import { type AllergenAnswer, answerText } from '#domain/orders/allergen-requests'
import { classNames } from '#web/ui/class-names.ts'

export interface LabelBusiness {
  readonly name: string
  readonly address: string
}

/** Food that quickly becomes unsafe has a use-by date, all other food a best-before date. */
export const lastDayKinds = ['Use by', 'Best before'] as const
export type LastDayKind = (typeof lastDayKinds)[number]

export interface FoodLabelProps {
  name: string
  /** The chosen variation and options, such as '8 inch; Topping: Walnut'. */
  variation?: string | null
  shopName: string
  food: LabelledFood
  order?: string | undefined
  /** What the seller agreed about allergens for this order. */
  answers?: readonly AllergenAnswer[] | undefined
  /** '450 g'. Not printed if it is not stated. */
  netQuantity?: string | null | undefined
  /** The business's name and address, which the law requires on food that is packed in advance. */
  business?: LabelBusiness | null | undefined
  /** Printed as given; an empty value prints a line to write on. */
  madeOn?: string
  lastDay?: string
  /** Which of the two the last day is. */
  lastDayKind?: LastDayKind
  storage?: string
  /** On a cell of a stock, whose font its frame decides; otherwise a box of its own. */
  isCell?: boolean
}

export function FoodLabel({
  name,
  variation,
  shopName,
  food,
  order,
  answers = [],
  netQuantity,
  business,
  madeOn,
  lastDay,
  lastDayKind = 'Use by',
  storage,
  isCell = false,
}: FoodLabelProps) {
  const { ingredients, contains, mayContain, isComplete, isFree } = labelWording(food)
  const isInBold = ingredients?.some(({ isAllergen }) => isAllergen) === true
  return (
    <article
      aria-label={`Label of ${name}`}
      className={classNames(
        'flex break-inside-avoid flex-col',
        isCell
          ? 'h-full gap-[0.4em] leading-[1.15]'
          : 'gap-2 rounded-lg border border-ink/50 bg-white p-4 text-label leading-snug text-black',
      )}
    >
      <div>
        <p className="font-display text-[1.4em] leading-tight font-semibold wrap-anywhere">{name}</p>
        {variation && <p>{variation}</p>}
        <p className="wrap-anywhere">{shopName}</p>
      </div>
      <p className="wrap-anywhere">
        <span className="font-semibold">Ingredients: </span>
        {ingredients ? (
          ingredients.map((piece, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which has no other order
            <Ingredient key={index} {...piece} />
          ))
        ) : (
          <Blank />
        )}
      </p>
      {isComplete ? (
        <>
          {isInBold && <p>Allergy advice: for allergens, see ingredients in bold.</p>}
          {contains && (
            <p>
              {isInBold ? 'Also contains' : 'Contains'}: <strong>{contains}</strong>.
            </p>
          )}
          {mayContain && (
            <p>
              May contain: <strong>{mayContain}</strong>.
            </p>
          )}
          {isFree && <p>Contains none of the 14 allergens.</p>}
        </>
      ) : (
        <p>Allergens are not declared yet.</p>
      )}
      {answers.map((answer) => (
        <p key={answerText(answer)} className="font-semibold wrap-anywhere">
          {answerText(answer)}.
        </p>
      ))}
      <dl
        className={classNames(
          'mt-auto grid grid-cols-[auto_1fr] border-t border-ink/30',
          isCell ? 'gap-x-[0.5em] pt-[0.3em]' : 'gap-x-2 gap-y-1 pt-2',
        )}
      >
        {order && <Fact name="Order" value={order} />}
        <Fact name="Made on" value={madeOn} />
        <Fact name={lastDayKind} value={lastDay} />
        <Fact name="Storage" value={storage} />
        {netQuantity && <Fact name="Net" value={netQuantity} />}
      </dl>
      {business && (
        <p className={classNames('wrap-anywhere', !isCell && 'text-xs whitespace-pre-line')}>
          {[business.name, business.address].filter(Boolean).join('\n')}
        </p>
      )}
    </article>
  )
}

function Ingredient({ text, isAllergen, unsaid }: IngredientText) {
  if (!isAllergen) return text
  const names = unsaid.join(', ')
  return <strong>{names === '' ? text : `${text} (${names})`}</strong>
}

function Fact({ name, value }: { name: string; value: string | undefined }) {
  return (
    <>
      <dt className="font-semibold">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{value || <Blank />}</dd>
    </>
  )
}

/** A line to fill in by hand. */
function Blank() {
  return (
    <>
      <span aria-hidden="true" className="block h-[1.2em] border-b border-ink/60" />
      <span className="sr-only">to fill in by hand</span>
    </>
  )
}
