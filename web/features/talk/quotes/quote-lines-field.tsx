/** What a quote costs: a single price, or lines whose sum is the price. */
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { enteredTotalPence, maxQuoteLines } from '#domain/orders/quote-terms'
import { formatPence } from '#domain/values/money'
import { fieldProps } from '#platform/field-props.ts'
import { Button } from '#ui/button'
import { TextField } from '#ui/text-field'
import type { QuoteFormInput } from './chat-forms.ts'

const emptyLine = { text: '', quantity: '1', price: '' }

export function QuoteLinesField() {
  const { control, register, formState, watch, setValue } = useFormContext<QuoteFormInput>()
  const { fields, append, remove } = useFieldArray({ control, name: 'lines' })
  const input = fieldProps(register, formState.errors)
  if (fields.length === 0) {
    /** The price that was entered becomes the first line. */
    const itemise = () => {
      append({ ...emptyLine, price: watch('price') })
      setValue('price', '')
    }
    return (
      <div>
        <TextField
          label="Price in £"
          type="number"
          inputMode="decimal"
          step="0.01"
          min="0.01"
          autoComplete="off"
          {...input('price')}
        />
        <Button variant="secondary" size="sm" className="mt-3" onClick={itemise}>
          <Plus aria-hidden="true" className="size-4" />
          List what it covers
        </Button>
      </div>
    )
  }
  const totalPence = enteredTotalPence(watch('lines'))
  return (
    <fieldset>
      <legend className="text-sm font-semibold">What the price covers</legend>
      <ul className="mt-3 grid gap-4">
        {fields.map((field, index) => (
          <li
            key={field.id}
            className="grid grid-cols-[1fr_1fr_auto] items-end gap-2 sm:grid-cols-[1fr_5rem_7rem_auto]"
          >
            <TextField
              label={`Line ${index + 1}`}
              placeholder="Two tiers, lemon"
              autoComplete="off"
              className="max-sm:col-span-full"
              {...input(`lines.${index}.text`)}
            />
            <TextField label="Quantity" inputMode="numeric" autoComplete="off" {...input(`lines.${index}.quantity`)} />
            <TextField label="Each in £" inputMode="decimal" autoComplete="off" {...input(`lines.${index}.price`)} />
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Remove line ${index + 1}`}
              onClick={() => remove(index)}
              className="mb-0.5"
            >
              <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <Button
          variant="secondary"
          size="sm"
          disabled={fields.length >= maxQuoteLines}
          onClick={() => append(emptyLine)}
        >
          <Plus aria-hidden="true" className="size-4" />
          Add line
        </Button>
        <p role="status" className="font-semibold tabular-nums">
          Total: {totalPence === null ? '–' : formatPence(totalPence)}
        </p>
      </div>
    </fieldset>
  )
}
