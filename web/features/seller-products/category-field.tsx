/** A combobox of product categories. A category added here is kept only in this form. */
import { Combobox } from '@base-ui/react/combobox'
import { Check, ChevronDown, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { productCategories } from '#domain/categories'
import { toast } from '#ui/toast'
import { classNames } from '#web/ui/class-names.ts'

export interface CategoryFieldProps {
  value: string
  onChange: (category: string) => void
  error?: string | undefined
}

const maxNameLength = 50

export function CategoryField({ value, onChange, error }: CategoryFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [added, setAdded] = useState<readonly string[]>(value && !isStandardCategory(value) ? [value] : [])
  const known: readonly string[] = [...productCategories, ...added]
  const wanted = typed.trim()
  const canAdd =
    wanted !== '' && wanted.length <= maxNameLength && !known.some((name) => equalsIgnoreCase(name, wanted))

  function choose(name: string | null) {
    if (name !== null && !known.includes(name)) {
      setAdded((before) => [...before, name])
      toast({ title: 'Category added', description: `"${name}" has been added as a category option.` })
    }
    onChange(name ?? '')
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        Category
      </label>
      <Combobox.Root
        items={canAdd ? [...known, wanted] : known}
        value={value || null}
        onValueChange={choose}
        onInputValueChange={setTyped}
      >
        <div className="relative">
          <Combobox.Input
            id={id}
            placeholder="Search or add a category"
            autoComplete="off"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className={classNames('field h-12 pr-11 pl-4', error && 'field-wrong')}
          />
          <Combobox.Trigger
            aria-label="Show all categories"
            className="absolute top-1/2 right-1.5 grid size-9 -translate-y-1/2 place-items-center rounded-lg text-ink-soft"
          >
            <ChevronDown aria-hidden="true" className="size-4" />
          </Combobox.Trigger>
        </div>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="z-60 outline-none">
            <Combobox.Popup className="max-h-72 w-(--anchor-width) overflow-y-auto overscroll-contain rounded-2xl border border-line bg-card p-2 shadow-lift outline-none">
              <Combobox.Empty className="px-3 py-2 text-sm text-ink-soft empty:hidden">
                No matching category.
              </Combobox.Empty>
              <Combobox.List>
                {(name: string) => (
                  <Combobox.Item
                    key={name}
                    value={name}
                    className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg px-3 outline-none select-none data-highlighted:bg-paper-deep"
                  >
                    <span className="grid size-4 place-items-center">
                      {!known.includes(name) ? (
                        <Plus aria-hidden="true" className="size-4 text-berry" />
                      ) : (
                        <Combobox.ItemIndicator>
                          <Check aria-hidden="true" className="size-4 text-berry" />
                        </Combobox.ItemIndicator>
                      )}
                    </span>
                    {known.includes(name) ? name : `Add "${name}"`}
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-alarm">
          {error}
        </p>
      )}
    </div>
  )
}

const equalsIgnoreCase = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function isStandardCategory(name: string): boolean {
  return productCategories.some((category) => category === name)
}
