/** A group of filter controls with a legend. */
import { type ReactNode, useId } from 'react'

export function FilterGroup({ legend, hint, children }: { legend: string; hint?: string; children: ReactNode }) {
  const id = useId()
  return (
    // A legend ignores the padding of its fieldset, so the spacing is outside.
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
