/** A radio button as a card, for options that need a description. */
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export interface ChoiceCardProps {
  /** The name of the radio group. */
  name: string
  checked: boolean
  disabled?: boolean
  onChoose: () => void
  className?: string
  children: ReactNode
}

export function ChoiceCard({ name, checked, disabled = false, onChoose, className, children }: ChoiceCardProps) {
  return (
    <label
      className={classNames(
        'relative flex min-h-12 items-start gap-3 rounded-xl border px-4 py-3 transition-colors',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-berry',
        disabled
          ? 'cursor-not-allowed border-line bg-paper-deep text-ink-soft'
          : checked
            ? 'cursor-pointer border-berry bg-berry-pale ring-1 ring-berry'
            : 'cursor-pointer border-ink/25 bg-white hover:border-ink/55',
        className,
      )}
    >
      <input
        type="radio"
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="mt-0.5 size-5 shrink-0 accent-berry outline-none"
      />
      <span className="min-w-0 grow">{children}</span>
    </label>
  )
}
