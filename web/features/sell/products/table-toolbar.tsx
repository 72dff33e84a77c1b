/**
 * The toolbar above the table: search, filter and, on phones, the sort order. Wide screens sort by the table's header.
 */
import { SearchField } from '#ui/search-field'
import { Select } from '#ui/select'
import {
  type SortKey,
  type StatusFilter,
  sortKeys,
  statusFilterLabels,
  statusFilters,
  type TableParameters,
} from './table-parameters.ts'

export interface TableToolbarProps {
  parameters: TableParameters
  onChange: (next: Partial<TableParameters>) => void
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

export function TableToolbar({ parameters, onChange }: TableToolbarProps) {
  const order = `${parameters.sort} ${parameters.isDescending ? 'desc' : 'asc'}`
  const isListed = orders.some(({ value }) => value === order)
  return (
    <div className="mt-6 grid grid-cols-2 gap-3 md:flex md:items-center">
      <SearchField
        label="Search your products"
        placeholder="Search your products"
        text={parameters.text}
        onSearch={(text) => onChange({ text })}
        className="max-md:col-span-2 md:w-80"
      />
      <Select
        label="Show"
        labelHidden
        value={parameters.show}
        options={statusFilters.map((value) => ({ value, label: statusFilterLabels[value] }))}
        onValueChange={(value) => onChange({ show: toStatusFilter(value) })}
        className="md:w-56"
      />
      <Select
        label="Sort by"
        labelHidden
        value={order}
        options={isListed ? orders : [...orders, { value: order, label: 'Current order' }]}
        onValueChange={(value) => {
          const [sort = '', direction] = value.split(' ')
          onChange({ sort: toSortKey(sort), isDescending: direction === 'desc' })
        }}
        className="lg:hidden"
      />
    </div>
  )
}

function toStatusFilter(value: string): StatusFilter {
  return statusFilters.find((state) => state === value) ?? 'all'
}

function toSortKey(value: string): SortKey {
  return sortKeys.find((key) => key === value) ?? 'newest'
}
