/** The codes of one shop's part, a discount code and gift vouchers: one field for both, and what is applied. */
import { Tag } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ShopChoice, ShopPart } from '#domain/checkout/checkout'
import { discountText } from '#domain/checkout/discount'
import { maximumVouchers, voucherCode } from '#domain/checkout/voucher'
import { Button } from '#ui/button'
import { TextField } from '#ui/text-field'
import { errorIds } from './checkout-errors.ts'
import type { EnteredCode } from './discounts.ts'
import { SectionError } from './section-error.tsx'

type Codes = Pick<ShopChoice, 'code' | 'vouchers'>

interface CodeFieldProps {
  shop: ShopPart['shop']
  choice: Codes
  /** The price of a quote was agreed, so only vouchers pay for it. */
  takesDiscount: boolean
  entered: EnteredCode
  /** Why the discount code takes nothing off. */
  problem: string | null
  onChange: (change: Partial<Codes>) => void
  error: string | undefined
  /** The vouchers. */
  children: ReactNode
}

export function CodeField({
  shop,
  choice,
  takesDiscount,
  entered,
  problem,
  onChange,
  error,
  children,
}: CodeFieldProps) {
  const { code, vouchers } = choice
  const { discount, refusal, isLoading } = entered
  const takesMore = takesDiscount && !discount ? true : vouchers.length < maximumVouchers
  const apply = (text: string) => {
    const voucher = voucherCode(text)
    if (voucher === null) onChange({ code: text })
    else if (vouchers.length < maximumVouchers)
      onChange({ code: discount ? code : '', vouchers: [...new Set([...vouchers, voucher])] })
  }
  return (
    <div id={errorIds.code(shop.id)} tabIndex={-1} className="scroll-mt-28">
      {discount && (
        <div className="mb-4">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <p className="flex min-w-0 items-center gap-2">
              <Tag aria-hidden="true" className="size-4 shrink-0 text-leaf" />
              <span className="wrap-anywhere">
                <strong className="font-semibold">{discount.code}</strong>: {discountText(discount)}
              </span>
            </p>
            <Button
              variant="secondary"
              size="sm"
              onClick={() => onChange({ code: '' })}
              aria-label={`Remove code ${discount.code}`}
            >
              Remove
            </Button>
          </div>
          <SectionError>{problem}</SectionError>
        </div>
      )}
      {children}
      {takesMore ? (
        // The key resets the field when a code is applied or removed.
        <EnterCode
          key={`${code} ${vouchers.length}`}
          label={`${discount || !takesDiscount ? 'Gift voucher' : 'Discount code or gift voucher'} for ${shop.name} (optional)`}
          code={discount ? '' : code}
          takesDiscount={takesDiscount && !discount}
          isLoading={isLoading}
          onApply={apply}
          error={refusal ?? error}
        />
      ) : (
        <SectionError>{error}</SectionError>
      )}
    </div>
  )
}

interface EnterCodeProps {
  label: string
  code: string
  takesDiscount: boolean
  isLoading: boolean
  onApply: (code: string) => void
  error: string | undefined
}

function EnterCode({ label, code, takesDiscount, isLoading, onApply, error }: EnterCodeProps) {
  const [typed, setTyped] = useState(code)
  const [isWrong, setIsWrong] = useState(false)
  const entered = typed.trim().toUpperCase()
  const apply = () => {
    if (takesDiscount || voucherCode(entered) !== null) onApply(entered)
    else setIsWrong(true)
  }
  return (
    <div className="flex items-start gap-3">
      <TextField
        label={label}
        value={typed}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setIsWrong(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (entered) apply()
        }}
        // A changed text is another code, so the refusal of the former one no longer applies.
        error={isWrong ? 'This is not the code of a gift voucher.' : entered === code ? error : undefined}
        className="min-w-0 grow"
      />
      <Button variant="secondary" busy={isLoading} disabled={entered === ''} onClick={apply} className="mt-7 shrink-0">
        Apply
      </Button>
    </div>
  )
}
