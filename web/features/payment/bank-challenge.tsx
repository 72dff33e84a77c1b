/** The bank's challenge of some test payments (3-D Secure). */
import { ShieldCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatPence, toPence } from '#domain/money'
import { Button } from '#ui/button'

export interface BankChallengeProps {
  /** In pounds. */
  amount: number
  isBusy: boolean
  respond: (approved: boolean) => void
}

export function BankChallenge({ amount, isBusy, respond }: BankChallengeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // It replaces the form that had the focus.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="bank-challenge">
      <ShieldCheck aria-hidden="true" className="size-8 text-berry" />
      <h2 id="bank-challenge" ref={heading} tabIndex={-1} className="mt-3 text-2xl outline-none">
        Your bank asks: is this you?
      </h2>
      <p className="mt-2 text-pretty text-ink-soft">
        Tuckbox wants to take {formatPence(toPence(amount))} from your card ending 3155.
      </p>
      <div className="mt-6 flex flex-col gap-3 sm:flex-row">
        <Button busy={isBusy} onClick={() => respond(true)} className="grow">
          Approve payment
        </Button>
        <Button variant="secondary" disabled={isBusy} onClick={() => respond(false)} className="grow">
          This is not me
        </Button>
      </div>
    </section>
  )
}
