/** The list of errors at the top of the checkout. Each links to its section. */
import type { Ref } from 'react'
import { type CheckoutError, focusError } from './checkout-errors.ts'

export function ErrorSummary({ errors, ref }: { errors: readonly CheckoutError[]; ref: Ref<HTMLElement> }) {
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="error-summary"
      hidden={errors.length === 0}
      className="scroll-mt-28 rounded-2xl border border-alarm/40 bg-alarm-pale p-4 text-alarm-deep sm:p-5"
    >
      <h2 id="error-summary" className="font-sans text-base tracking-normal">
        {errors.length === 1 ? '1 thing to fix' : `${errors.length} things to fix`}
      </h2>
      <ul className="mt-1 list-disc pl-5 [&>li]:py-0.5">
        {errors.map(({ id, message }) => (
          <li key={id + message}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                focusError(id)
              }}
              className="block py-0.5 underline underline-offset-4 wrap-anywhere"
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
