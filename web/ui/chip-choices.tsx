/** A group of chips of which any number can be chosen. */
import { type ReactNode, useId } from 'react'
import { Choice } from './choice.tsx'

export interface ChipChoicesProps<Key extends string> {
  legend: string
  hint: string
  options: readonly { readonly key: Key; readonly label: string }[]
  value: readonly Key[]
  /** With the chosen keys in the order of the options. */
  onChange: (chosen: Key[]) => void
  /** Below the chips, such as an error. */
  children?: ReactNode
}

export function ChipChoices<Key extends string>({
  legend,
  hint,
  options,
  value,
  onChange,
  children,
}: ChipChoicesProps<Key>) {
  const id = useId()
  return (
    <fieldset aria-describedby={id}>
      <legend className="text-sm font-semibold">{legend}</legend>
      <p id={id} className="mt-0.5 text-sm text-ink-soft">
        {hint}
      </p>
      <span className="mt-2.5 flex flex-wrap gap-2">
        {options.map(({ key, label }) => (
          <Choice
            key={key}
            look="chip"
            type="checkbox"
            checked={value.includes(key)}
            onChange={({ target }) =>
              onChange(
                options
                  .map((option) => option.key)
                  .filter((other) => (other === key ? target.checked : value.includes(other))),
              )
            }
          >
            {label}
          </Choice>
        ))}
      </span>
      {children}
    </fieldset>
  )
}
