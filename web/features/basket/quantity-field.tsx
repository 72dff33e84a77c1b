/** How many: typed, or one up and one down. Whole numbers from 1 to what can be bought; anything else becomes the nearest of them. */
import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { readQuantity, typedQuantity } from '#domain/basket'

export interface QuantityFieldProps {
  /** Shown above the field, or, hidden, what tells several of them apart. */
  label: string
  labelHidden?: boolean
  quantity: number
  /** How many there may be at most. */
  max: number
  onQuantityChange: (quantity: number) => void
  /** Leaves the quantity as it is when something else than one is typed; otherwise that becomes 1. */
  ignoresInvalid?: boolean
  /** Said politely when somebody asks for more than `most`. */
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
  /** What is being typed, which may be no number yet. */
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
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-semibold'}>
        {label}
      </label>
      <div className="inline-flex h-12 items-center rounded-full border border-ink/45 bg-white">
        <Step label="Decrease quantity" isAtLimit={quantity <= 1} onPress={() => setClamped(quantity - 1)}>
          <Minus aria-hidden="true" className="size-4.5" />
        </Step>
        {/* Text, not a number field: those swallow what is no number, and change under a scrolling wheel. */}
        <input
          id={id}
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
          className="h-full w-11 rounded-lg bg-transparent text-center font-semibold tabular-nums"
        />
        <Step label="Increase quantity" isAtLimit={quantity >= max} onPress={() => setClamped(quantity + 1)}>
          <Plus aria-hidden="true" className="size-4.5" />
        </Step>
      </div>
      <p role="status" id={`${id}-max`} className="text-sm font-medium text-honey-deep not-empty:mt-1.5">
        {exceedsMax && maxMessage}
      </p>
    </div>
  )
}

interface StepProps {
  label: string
  /** Nothing further this way; pressing it says so, and it keeps the keyboard, which a disabled button would drop. */
  isAtLimit: boolean
  onPress: () => void
  children: ReactNode
}

function Step({ label, isAtLimit, onPress, children }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isAtLimit}
      onClick={onPress}
      className="grid h-full w-12 place-items-center rounded-full transition-colors hover:bg-ink/6 aria-disabled:text-ink/35"
    >
      {children}
    </button>
  )
}
