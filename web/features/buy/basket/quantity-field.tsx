/** A quantity field with buttons. Values are whole numbers from 1 to the maximum; others are clamped. */
import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { readQuantity, typedQuantity } from '#domain/checkout/basket'
import { Button } from '#ui/button'
import { Field } from '#ui/field'
import { Input } from '#ui/input'

export interface QuantityFieldProps {
  /** Shown above the field. A hidden label tells several fields apart. */
  label: string
  labelHidden?: boolean
  quantity: number
  max: number
  onQuantityChange: (quantity: number) => void
  /** Ignores invalid input. Otherwise invalid input becomes 1. */
  ignoresInvalid?: boolean
  /** Announced politely when more than `max` is requested. */
  maxMessage: string
}

export function QuantityField({
  label,
  labelHidden = false,
  quantity,
  max,
  onQuantityChange,
  ignoresInvalid = false,
  maxMessage,
}: QuantityFieldProps) {
  const id = useId()
  /** The text being typed, which may not be a number yet. */
  const [typed, setTyped] = useState<string | null>(null)
  const [exceedsMax, setExceedsMax] = useState(false)

  function setClamped(wanted: number): void {
    setTyped(null)
    setExceedsMax(wanted > max)
    onQuantityChange(Math.min(max, Math.max(1, wanted)))
  }

  function type(text: string): void {
    setTyped(text)
    const wanted = ignoresInvalid ? typedQuantity(text) : readQuantity(text)
    if (wanted === null) return
    setExceedsMax(wanted > max)
    onQuantityChange(Math.min(max, wanted))
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (event.key === 'Enter') setTyped(null)
    if (step === undefined) return
    event.preventDefault()
    setClamped(quantity + step)
  }

  return (
    <div>
      <Field label={label} labelHidden={labelHidden}>
        {(control) => (
          <div className="inline-flex h-12 items-center rounded-full border border-ink/45 bg-raised">
            <Step label="Decrease quantity" isAtLimit={quantity <= 1} onPress={() => setClamped(quantity - 1)}>
              <Minus aria-hidden="true" className="size-4.5" />
            </Step>
            {/* A text input: number inputs drop invalid text and change when scrolled over. */}
            <Input
              {...control}
              role="spinbutton"
              type="text"
              inputMode="numeric"
              autoComplete="off"
              value={typed ?? String(quantity)}
              aria-valuenow={quantity}
              aria-valuemin={1}
              aria-valuemax={max}
              aria-describedby={exceedsMax ? `${id}-max` : undefined}
              onChange={(event) => type(event.currentTarget.value)}
              onFocus={(event) => event.currentTarget.select()}
              onBlur={() => setTyped(null)}
              onKeyDown={onKeyDown}
              className="h-full w-11 rounded-lg border-0 bg-transparent px-0 text-center font-semibold tabular-nums"
            />
            <Step label="Increase quantity" isAtLimit={quantity >= max} onPress={() => setClamped(quantity + 1)}>
              <Plus aria-hidden="true" className="size-4.5" />
            </Step>
          </div>
        )}
      </Field>
      <p role="status" id={`${id}-max`} className="text-sm font-medium text-honey-deep not-empty:mt-1.5">
        {exceedsMax && maxMessage}
      </p>
    </div>
  )
}

interface StepProps {
  label: string
  /** At the limit the button is aria-disabled, so that it keeps the focus and pressing it shows the message. */
  isAtLimit: boolean
  onPress: () => void
  children: ReactNode
}

function Step({ label, isAtLimit, onPress, children }: StepProps) {
  return (
    <Button
      variant="plain"
      aria-label={label}
      aria-disabled={isAtLimit}
      onClick={onPress}
      className="grid h-full w-12 place-items-center rounded-full transition-colors hover:bg-ink/6 aria-disabled:text-ink/35"
    >
      {children}
    </Button>
  )
}
