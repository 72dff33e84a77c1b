/** The ingredients of the shop with their prices, and in how many recipes they are. */
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#ui/icon-button'
import { SearchField } from '#ui/search-field'
import { packText } from './recipe-figures.ts'
import { type Ingredient, type RecipeProduct, useDeleteIngredient } from './recipes.ts'

/** Shorter lists need no search. */
const searchedFrom = 12

interface IngredientListProps {
  ingredients: readonly Ingredient[]
  products: readonly RecipeProduct[]
  onEdit: (ingredient: Ingredient) => void
}

export function IngredientList({ ingredients, products, onEdit }: IngredientListProps) {
  const [text, setText] = useState('')
  const remove = useDeleteIngredient()
  const wanted = text.trim().toLowerCase()
  const shown = ingredients.filter(({ name }) => name.toLowerCase().includes(wanted))
  const usesOf = (id: string) =>
    products.filter(({ recipe }) => recipe?.ingredients.some(({ ingredient_id }) => ingredient_id === id)).length
  return (
    <>
      {ingredients.length >= searchedFrom && (
        <SearchField
          label="Search your ingredients"
          placeholder="Search by name"
          text={text}
          onSearch={setText}
          className="mt-4 sm:w-80"
        />
      )}
      {shown.length === 0 && <p className="mt-6 text-ink-soft">No ingredient has this name.</p>}
      {shown.length > 0 && (
        <ul aria-label="Ingredients" className="mt-4 divide-y divide-line rounded-card border border-line bg-card">
          {shown.map((ingredient) => {
            const { id, name } = ingredient
            const uses = usesOf(id)
            return (
              <li key={id} className="flex items-center gap-3 py-2 pr-2 pl-4 sm:pl-5">
                <div className="grid min-w-0 grow gap-x-6 sm:grid-cols-[minmax(0,1fr)_12rem_8rem] sm:items-center">
                  <p className="font-semibold wrap-anywhere">{name}</p>
                  <p className="tabular-nums">{packText(ingredient)}</p>
                  <p className="text-sm text-ink-soft">
                    {uses === 0 ? 'In no recipe' : uses === 1 ? 'In 1 recipe' : `In ${uses} recipes`}
                  </p>
                </div>
                <IconButton icon={Pencil} label={`Edit ${name}`} onClick={() => onEdit(ingredient)} />
                <IconButton
                  icon={Trash2}
                  label={uses === 0 ? `Delete ${name}` : `${name} is used, so it cannot be deleted`}
                  disabled={uses > 0 || remove.isPending}
                  onClick={() => remove.mutate(id)}
                />
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
