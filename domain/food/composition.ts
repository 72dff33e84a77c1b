/**
 * What is in the box: a product's food together with what is chosen of it. Pages show it before an order, and the order
 * keeps it. `private.compose` is the same in SQL, and a test compares both.
 */
import type { AllergenDeclaration } from './allergens.ts'
import { withRequired } from './choice-allergens.ts'

/** A product's own part, as the database returns it. */
export interface ProductFood {
  readonly ingredients: string | null
  readonly allergens: unknown
  readonly net_quantity: string | null
}

/** What a variation or a choice changes, as the database returns it. */
export interface ChoiceFood extends ProductFood {
  readonly name: string
  /** Ingredients of the product, as written there and separated by commas, that its own ones replace. */
  readonly replaces: string | null
}

export interface ComposedFood {
  readonly ingredients: string | null
  readonly allergens: AllergenDeclaration | null
  readonly net_quantity: string | null
}

/**
 * @param chosen in the order of the product
 * @param open the choices of each list from which one has still to be chosen
 */
export function composed(
  product: ProductFood,
  chosen: readonly ChoiceFood[],
  open: readonly (readonly ChoiceFood[])[] = [],
): ComposedFood {
  const allergensOf = (choices: readonly ChoiceFood[]) => choices.map(({ allergens }) => allergens)
  return {
    ingredients: composedIngredients(product.ingredients, chosen),
    allergens: withRequired(product.allergens, allergensOf(chosen), open.map(allergensOf)),
    net_quantity: chosen.findLast((choice) => choice.net_quantity !== null)?.net_quantity ?? product.net_quantity,
  }
}

/** 'Flour, whole milk' of a list. A full stop at its end is not part of the last one. */
function ingredientItems(ingredients: string | null): string[] {
  const items = (ingredients ?? '').replace(/[\s.]+$/, '').split(',')
  return items.map((item) => item.trim()).filter((item) => item !== '')
}

/** 'Flour, oats, sugar, Peanut swirl (peanuts, salt)': what replaces an ingredient has its place, and the rest follows. */
function composedIngredients(ingredients: string | null, chosen: readonly ChoiceFood[]): string | null {
  const changing = chosen.filter((choice) => choice.ingredients !== null || choice.replaces !== null)
  if (changing.length === 0) return ingredients
  return changing.reduce(withIngredientsOf, ingredientItems(ingredients)).join(', ') || null
}

function withIngredientsOf(items: readonly string[], { name, ingredients, replaces }: ChoiceFood): readonly string[] {
  const own = ingredientItems(ingredients).join(', ')
  const replaced = ingredientItems(replaces)
  const at = items.findIndex((item) => replaced.includes(item))
  if (at < 0) return own === '' ? items : [...items, `${name} (${own})`]
  const rest = items.slice(at).filter((item) => !replaced.includes(item))
  return [...items.slice(0, at), ...(own === '' ? [] : [own]), ...rest]
}
