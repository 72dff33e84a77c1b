/** The printed label of a product or of an order item. */

import { type LabelledFood, labelWording } from '#domain/food/food-label'
import { type AllergenAnswer, answerText } from '#domain/orders/allergen-requests'

export interface LabelBusiness {
  readonly name: string
  readonly address: string
}

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
  useBy?: string
  storage?: string
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
  useBy,
  storage,
}: FoodLabelProps) {
  const { ingredients, contains, mayContain, isComplete } = labelWording(food)
  return (
    <article
      aria-label={`Label of ${name}`}
      className="flex break-inside-avoid flex-col gap-2 rounded-lg border border-ink/50 bg-white p-4 text-label leading-snug text-black"
    >
      <div>
        <p className="font-display text-lg leading-tight font-semibold wrap-anywhere">{name}</p>
        {variation && <p>{variation}</p>}
        <p className="wrap-anywhere">{shopName}</p>
      </div>
      <p className="wrap-anywhere">
        <span className="font-semibold">Ingredients: </span>
        {ingredients ? (
          ingredients.map(({ text, isAllergen }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which has no other order
            isAllergen ? <strong key={index}>{text}</strong> : <span key={index}>{text}</span>,
          )
        ) : (
          <Blank />
        )}
      </p>
      {isComplete ? (
        <>
          {contains && (
            <p>
              Contains: <strong>{contains}</strong>.
            </p>
          )}
          {mayContain && (
            <p>
              May contain: <strong>{mayContain}</strong>.
            </p>
          )}
          {!contains && !mayContain && <p>Contains none of the 14 allergens.</p>}
        </>
      ) : (
        <p>Allergens are not declared yet.</p>
      )}
      {answers.map((answer) => (
        <p key={answerText(answer)} className="font-semibold wrap-anywhere">
          {answerText(answer)}.
        </p>
      ))}
      <dl className="mt-auto grid grid-cols-[auto_1fr] gap-x-2 gap-y-1 border-t border-ink/30 pt-2">
        {order && <Fact name="Order" value={order} />}
        <Fact name="Made on" value={madeOn} />
        <Fact name="Use by" value={useBy} />
        <Fact name="Storage" value={storage} />
        {netQuantity && <Fact name="Net" value={netQuantity} />}
      </dl>
      {business && (
        <p className="text-xs whitespace-pre-line wrap-anywhere">
          {[business.name, business.address].filter(Boolean).join('\n')}
        </p>
      )}
    </article>
  )
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
