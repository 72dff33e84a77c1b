/** One line of a manual order: what the customer chooses of a product, with its allergens; or a line of the seller's own. */
import { Trash2 } from 'lucide-react'
import { asksAbout, priceChangeLabel } from '#domain/catalogue/options'
import { allergenSentences } from '#domain/food/allergens'
import { formatPence } from '#domain/values/money'
import { Checkbox } from '#ui/checkbox'
import { Choice } from '#ui/choice'
import { FieldGroup } from '#ui/field'
import { IconButton } from '#ui/icon-button'
import { Select } from '#ui/select'
import { TextField } from '#ui/text-field'
import { CustomAllergens } from './custom-allergens.tsx'
import { type CustomLine, declarationOf, linePence, type ProductLine } from './draft-order.ts'

interface LineProps<Line> {
  line: Line
  onChange: (line: Line) => void
  onRemove: () => void
}

export function ProductLineFields({ line, onChange, onRemove }: LineProps<ProductLine>) {
  const { product, quantity, variation, groups, answers } = line
  const declaration = declarationOf(line)
  return (
    <li aria-label={product.name} className="rounded-card border border-line bg-card p-4">
      <Head title={product.name} pence={linePence(line)} onRemove={onRemove} />
      {declaration && (
        <p className="mt-1 text-sm text-pretty text-ink-soft">{allergenSentences(declaration).join(' ')}</p>
      )}
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <Quantity quantity={quantity} onChange={(next) => onChange({ ...line, quantity: next })} />
        {product.variations.length > 1 && (
          <Select
            label="Variation"
            value={variation ?? ''}
            onValueChange={(name) => onChange({ ...line, variation: name || null })}
            options={[
              { value: '', label: 'Choose…' },
              ...product.variations.map(({ name, price_delta }) => ({
                value: name,
                label: [name, priceChangeLabel(price_delta)].filter(Boolean).join(', '),
              })),
            ]}
          />
        )}
        {product.option_groups.filter(asksAbout).map((group) => {
          const chosen = groups[group.id] ?? []
          const choose = (ids: readonly string[]) => onChange({ ...line, groups: { ...groups, [group.id]: ids } })
          return group.max_choices === 1 ? (
            <Select
              key={group.id}
              label={group.is_required ? group.name : `${group.name} (optional)`}
              value={chosen[0] ?? ''}
              onValueChange={(id) => choose(id ? [id] : [])}
              options={[
                { value: '', label: group.is_required ? 'Choose…' : 'None' },
                ...group.choices.map(({ id, name, price_delta }) => ({
                  value: id,
                  label: [name, priceChangeLabel(price_delta)].filter(Boolean).join(', '),
                })),
              ]}
            />
          ) : (
            <FieldGroup key={group.id} legend={`${group.name} (up to ${group.max_choices})`}>
              <span className="mt-1.5 flex flex-wrap gap-2">
                {group.choices.map(({ id, name }) => (
                  <Choice
                    key={id}
                    look="chip"
                    type="checkbox"
                    checked={chosen.includes(id)}
                    onChange={({ target }) =>
                      choose(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
                    }
                  >
                    {name}
                  </Choice>
                ))}
              </span>
            </FieldGroup>
          )
        })}
        {product.questions.map(({ id, name, is_required, max_length }) => (
          <TextField
            key={id}
            label={is_required ? name : `${name} (optional)`}
            maxLength={max_length}
            value={answers[id] ?? ''}
            onChange={({ currentTarget }) => onChange({ ...line, answers: { ...answers, [id]: currentTarget.value } })}
          />
        ))}
      </div>
    </li>
  )
}

export function CustomLineFields({ line, onChange, onRemove }: LineProps<CustomLine>) {
  return (
    <li aria-label="A line of your own" className="rounded-card border border-line bg-card p-4">
      <Head title="A line of your own" pence={null} onRemove={onRemove} />
      <p className="mt-1 text-sm text-pretty text-ink-soft">It takes no stock.</p>
      <div className="mt-3 grid gap-3 sm:grid-cols-[1fr_7rem_7rem]">
        <TextField
          label="What"
          maxLength={100}
          value={line.name}
          onChange={({ currentTarget }) => onChange({ ...line, name: currentTarget.value })}
        />
        <Quantity quantity={line.quantity} onChange={(quantity) => onChange({ ...line, quantity })} />
        <TextField
          label="Price each (£)"
          inputMode="decimal"
          value={line.price}
          onChange={({ currentTarget }) => onChange({ ...line, price: currentTarget.value })}
        />
      </div>
      <Checkbox
        label="Not food, such as a cake stand"
        checked={!line.isFood}
        className="mt-2"
        onChange={({ currentTarget }) => onChange({ ...line, isFood: !currentTarget.checked, allergens: null })}
      />
      {line.isFood && <CustomAllergens line={line} onChange={(allergens) => onChange({ ...line, allergens })} />}
    </li>
  )
}

function Head({ title, pence, onRemove }: { title: string; pence: number | null; onRemove: () => void }) {
  return (
    <div className="flex items-start justify-between gap-3">
      <h3 className="min-w-0 font-sans text-base tracking-normal wrap-anywhere">{title}</h3>
      <span className="-mt-2 -mr-2 flex shrink-0 items-center gap-1">
        {pence !== null && <span className="font-semibold tabular-nums">{formatPence(pence)}</span>}
        <IconButton icon={Trash2} label={`Remove ${title}`} onClick={onRemove} />
      </span>
    </div>
  )
}

function Quantity({ quantity, onChange }: { quantity: number; onChange: (quantity: number) => void }) {
  return (
    <TextField
      label="Quantity"
      type="number"
      inputMode="numeric"
      min={1}
      max={99}
      value={quantity}
      onChange={({ currentTarget }) =>
        onChange(Math.min(99, Math.max(1, Math.trunc(Number(currentTarget.value)) || 1)))
      }
    />
  )
}
