/** The discount code of one shop's part: a field, and the code once it is applied. */
import { Tag } from 'lucide-react'
import { useState } from 'react'
import type { ShopPart } from '#domain/checkout'
import { type Discounting, discountText } from '#domain/discount'
import { Button } from '#ui/button'
import { TextField } from '#ui/text-field'
import { errorIds } from './checkout-errors.ts'
import type { EnteredCode } from './discounts.ts'
import { FieldError } from './field-error.tsx'

interface CodeFieldProps {
  shop: ShopPart['shop']
  /** The code that the buyer has applied; empty without one. */
  code: string
  entered: EnteredCode
  discounting: Discounting | null
  onChange: (code: string) => void
  error: string | undefined
}

export function CodeField({ shop, code, entered, discounting, onChange, error }: CodeFieldProps) {
  const { discount, refusal, isLoading } = entered
  const id = errorIds.code(shop.id)
  if (!discount) {
    return (
      <div id={id} className="scroll-mt-28">
        {/* The key resets the field when a code is removed. */}
        <EnterCode
          key={code}
          shopName={shop.name}
          code={code}
          isLoading={isLoading}
          onApply={onChange}
          error={refusal ?? error}
        />
      </div>
    )
  }
  const problem = discounting?.problem ?? null
  return (
    <div id={id} tabIndex={-1} className="scroll-mt-28">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="flex min-w-0 items-center gap-2">
          <Tag aria-hidden="true" className="size-4 shrink-0 text-leaf" />
          <span className="wrap-anywhere">
            <strong className="font-semibold">{discount.code}</strong>: {discountText(discount)}
          </span>
        </p>
        <Button variant="secondary" size="sm" onClick={() => onChange('')} aria-label={`Remove code ${discount.code}`}>
          Remove
        </Button>
      </div>
      <FieldError>{problem ?? error}</FieldError>
    </div>
  )
}

interface EnterCodeProps {
  shopName: string
  code: string
  isLoading: boolean
  onApply: (code: string) => void
  error: string | undefined
}

function EnterCode({ shopName, code, isLoading, onApply, error }: EnterCodeProps) {
  const [typed, setTyped] = useState(code)
  const entered = typed.trim().toUpperCase()
  const apply = () => onApply(entered)
  return (
    <div className="flex items-start gap-3">
      <TextField
        label={`Discount code from ${shopName} (optional)`}
        value={typed}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (entered) apply()
        }}
        // A changed text is another code, so the refusal of the former one no longer applies.
        error={entered === code ? error : undefined}
        className="min-w-0 grow"
      />
      <Button variant="secondary" busy={isLoading} disabled={entered === ''} onClick={apply} className="mt-7 shrink-0">
        Apply
      </Button>
    </div>
  )
}
