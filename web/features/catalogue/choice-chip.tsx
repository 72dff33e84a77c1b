/** A checkbox or radio button as a chip. */
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export interface ChoiceChipProps {
  type: 'checkbox' | 'radio'
  /** The name of the radio group. */
  name?: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** The accessible name, where the visible text is short. */
  label?: string
  className?: string
  children: ReactNode
}

export function ChoiceChip({ type, name, checked, onChange, label, className, children }: ChoiceChipProps) {
  return (
    <label
      className={classNames(
        'relative inline-flex min-h-10 cursor-pointer items-center justify-center rounded-full border px-3.5 text-sm font-medium whitespace-nowrap transition-colors',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-berry',
        checked ? 'border-berry bg-berry text-white' : 'border-ink/20 bg-white hover:border-ink/50',
        className,
      )}
    >
      <input
        type={type}
        name={name}
        checked={checked}
        aria-label={label}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-[inherit] outline-none"
      />
      <span className="pointer-events-none relative">{children}</span>
    </label>
  )
}
