/** The tip for one shop: none, an offered amount, or the buyer's own. */
import { useState } from 'react'
import type { ShopPart } from '#domain/checkout/checkout'
import { shortPence, toPence } from '#domain/values/money'
import { Choice } from '#ui/choice'
import { TextField } from '#ui/text-field'
import { errorIds } from './checkout-errors.ts'
import { offeredTips } from './tip.ts'

interface TipFieldProps {
  shop: ShopPart['shop']
  /** Pounds as entered; empty without a tip. */
  tip: string
  /** The most that it can be. */
  foodPence: number
  onChange: (tip: string) => void
  error: string | undefined
}

export function TipField({ shop, tip, foodPence, onChange, error }: TipFieldProps) {
  const id = errorIds.tip(shop.id)
  const [isOwn, setOwn] = useState(tip !== '' && !offeredTips.some((offered) => offered === tip))
  const choose = (next: string, own = false) => {
    setOwn(own)
    onChange(next)
  }
  const choices = [
    { label: 'No tip', value: '' },
    ...offeredTips
      .filter((value) => value === tip || toPence(value) <= foodPence)
      .map((value) => ({ label: shortPence(toPence(value)), value })),
  ]
  return (
    <fieldset id={id} className="min-w-0 scroll-mt-28">
      <legend className="text-sm font-semibold wrap-anywhere">Tip for {shop.name} (optional)</legend>
      <p className="text-sm text-pretty text-ink-soft">All of it goes to the baker. We take no fee from it.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {choices.map(({ label, value }) => (
          <Choice
            look="chip"
            key={value}
            name={`${id}-choice`}
            checked={!isOwn && tip === value}
            onChange={() => choose(value)}
          >
            {label}
          </Choice>
        ))}
        <Choice look="chip" name={`${id}-choice`} checked={isOwn} onChange={() => choose('', true)}>
          Other
        </Choice>
      </div>
      {error && !isOwn && (
        <p role="alert" className="mt-2 text-sm font-medium text-alarm">
          {error}
        </p>
      )}
      {isOwn && (
        <TextField
          label="Your tip in pounds"
          inputMode="decimal"
          autoComplete="off"
          maxLength={8}
          value={tip}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
          className="mt-3"
          inputClassName="max-w-48"
        />
      )}
    </fieldset>
  )
}
