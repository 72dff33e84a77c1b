/** A category to find by typing, from those offered; a new one can be added on the spot, for this form alone. */
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

interface Choice {
  readonly name: string
  /** Not yet a category: choosing it makes it one. */
  readonly isNew: boolean
}

const longestName = 50

export function CategoryField({ value, onChange, error }: CategoryFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [added, setAdded] = useState<readonly string[]>(value && !isOffered(value) ? [value] : [])
  const known: Choice[] = [...productCategories, ...added].map((name) => ({ name, isNew: false }))
  const wanted = typed.trim()
  const canAdd = wanted !== '' && wanted.length <= longestName && !known.some(({ name }) => same(name, wanted))
  const items = canAdd ? [...known, { name: wanted, isNew: true }] : known
  const selected = known.find(({ name }) => name === value) ?? null

  function choose(choice: Choice | null) {
    if (choice?.isNew) {
      setAdded((before) => [...before, choice.name])
      toast({ title: 'Category added', description: `"${choice.name}" has been added as a category option.` })
    }
    onChange(choice?.name ?? '')
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        Category
      </label>
      <Combobox.Root
        items={items}
        value={selected}
        onValueChange={choose}
        onInputValueChange={setTyped}
        itemToStringLabel={(choice: Choice) => choice.name}
        isItemEqualToValue={(a: Choice, b: Choice) => a.name === b.name}
      >
        <div className="relative">
          <Combobox.Input
            id={id}
            placeholder="Search or add a category"
            autoComplete="off"
            aria-invalid={error ? true : undefined}
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
                No such category.
              </Combobox.Empty>
              <Combobox.List>
                {(choice: Choice) => (
                  <Combobox.Item
                    key={choice.name}
                    value={choice}
                    className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg px-3 outline-none select-none data-highlighted:bg-paper-deep"
                  >
                    <span className="grid size-4 place-items-center">
                      {choice.isNew ? (
                        <Plus aria-hidden="true" className="size-4 text-berry" />
                      ) : (
                        <Combobox.ItemIndicator>
                          <Check aria-hidden="true" className="size-4 text-berry" />
                        </Combobox.ItemIndicator>
                      )}
                    </span>
                    {choice.isNew ? `Add "${choice.name}"` : choice.name}
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      {error && <p className="mt-1.5 text-sm font-medium text-alarm">{error}</p>}
    </div>
  )
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function isOffered(name: string): boolean {
  return productCategories.some((category) => category === name)
}
