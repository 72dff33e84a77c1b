/** Controls that answer one question, with that question above them. */
import { type ReactNode, useId } from 'react'

export function FilterGroup({ legend, hint, children }: { legend: string; hint?: string; children: ReactNode }) {
  const id = useId()
  return (
    // A legend stands on its fieldset's edge, whatever its padding: the space is around both.
    <div>
      <fieldset aria-describedby={hint && id}>
        <legend className="mb-2 font-semibold">{legend}</legend>
        {hint && (
          <p id={id} className="-mt-1 mb-3 text-sm text-pretty text-ink-soft">
            {hint}
          </p>
        )}
        {children}
      </fieldset>
    </div>
  )
}
