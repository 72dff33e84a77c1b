/** A combobox of product categories. A category added here is kept only in this form. */
import { useState } from 'react'
import { productCategories } from '#domain/catalogue/categories'
import { Combobox } from '#ui/combobox'
import { toast } from '#ui/toast'

export interface CategoryFieldProps {
  value: string
  onChange: (category: string) => void
  error?: string | undefined
}

const maxNameLength = 50

export function CategoryField({ value, onChange, error }: CategoryFieldProps) {
  const [typed, setTyped] = useState('')
  const [added, setAdded] = useState<readonly string[]>(value && !isStandardCategory(value) ? [value] : [])
  const known: readonly string[] = [...productCategories, ...added]
  const wanted = typed.trim()
  const canAdd =
    wanted !== '' && wanted.length <= maxNameLength && !known.some((name) => equalsIgnoreCase(name, wanted))

  function choose(name: string) {
    if (name !== '' && !known.includes(name)) {
      setAdded((before) => [...before, name])
      toast({ title: 'Category added', description: `"${name}" has been added as a category option.` })
    }
    onChange(name)
  }

  return (
    <Combobox
      label="Category"
      error={error}
      names={known}
      value={value}
      onValueChange={choose}
      onType={setTyped}
      newName={canAdd ? wanted : undefined}
      placeholder="Search or add a category"
      openLabel="Show all categories"
      emptyText="No matching category."
    />
  )
}

const equalsIgnoreCase = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function isStandardCategory(name: string): boolean {
  return productCategories.some((category) => category === name)
}
