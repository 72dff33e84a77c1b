/** What is above the table: search, which products, and on a phone the order, which a wide screen has in the table's head. */
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Select } from '#ui/select'
import { type ShownState, type SortKey, shownLabels, shownStates, sortKeys, type TableChoice } from './table-choice.ts'

export interface TableToolbarProps {
  choice: TableChoice
  onChange: (next: Partial<TableChoice>) => void
}

const orders = [
  { value: 'newest desc', label: 'Newest first' },
  { value: 'newest asc', label: 'Oldest first' },
  { value: 'name asc', label: 'Product Name: A to Z' },
  { value: 'price asc', label: 'Price: Low to High' },
  { value: 'price desc', label: 'Price: High to Low' },
  { value: 'category asc', label: 'Category' },
  { value: 'stock asc', label: 'Stock: lowest first' },
  { value: 'stock desc', label: 'Stock: highest first' },
  { value: 'status desc', label: 'Bestsellers first' },
] as const

export function TableToolbar({ choice, onChange }: TableToolbarProps) {
  const order = `${choice.sort} ${choice.isDescending ? 'desc' : 'asc'}`
  const isListed = orders.some(({ value }) => value === order)
  return (
    <div className="mt-6 grid grid-cols-2 gap-3 md:flex md:items-center">
      <SearchField text={choice.text} onSearch={(text) => onChange({ text })} />
      <Select
        label="Show"
        labelHidden
        value={choice.show}
        options={shownStates.map((value) => ({ value, label: shownLabels[value] }))}
        onValueChange={(value) => onChange({ show: stateOf(value) })}
        className="md:w-56"
      />
      <Select
        label="Sort by"
        labelHidden
        value={order}
        options={isListed ? orders : [...orders, { value: order, label: 'As chosen' }]}
        onValueChange={(value) => {
          const [sort = '', direction] = value.split(' ')
          onChange({ sort: keyOf(sort), isDescending: direction === 'desc' })
        }}
        className="lg:hidden"
      />
    </div>
  )
}

function stateOf(value: string): ShownState {
  return shownStates.find((state) => state === value) ?? 'all'
}

function keyOf(value: string): SortKey {
  return sortKeys.find((key) => key === value) ?? 'newest'
}

const typingPauseMs = 200

/** Searches a moment after the last letter. */
function SearchField({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  const [known, setKnown] = useState(text)
  // Back and forward change the address under the field.
  if (known !== text) {
    setKnown(text)
    if (typed.trim() !== text) setTyped(text)
  }
  useEffect(() => {
    if (typed.trim() === text) return
    const timer = setTimeout(() => onSearch(typed.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed, text, onSearch])

  return (
    <search className="relative max-md:col-span-2 md:w-80">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-ink-soft"
      />
      <input
        type="search"
        aria-label="Search your products"
        placeholder="Search your products"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        className="field h-11 pr-3 pl-10"
      />
    </search>
  )
}
