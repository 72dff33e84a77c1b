/** The form of a test payment: amount, cards and the bank's challenge. */
import { Info } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatPence, toPence } from '#domain/money'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { BankChallenge } from './bank-challenge.tsx'
import { type PaySession, returnPath, type TestCard, usePay } from './pay-session.ts'
import { TestCards } from './test-cards.tsx'

export function PayForm({ session, details }: { session: string; details: PaySession }) {
  const [card, setCard] = useState<TestCard>('good')
  const [isChallenged, setIsChallenged] = useState(false)
  const [error, setError] = useState('')
  const navigate = useNavigate()
  const pay = usePay(session)

  const send = (approved?: boolean) => {
    setError('')
    pay.mutate(
      { card, approved },
      {
        onSuccess({ result }) {
          setIsChallenged(result === 'challenge')
          // A paid page must not be in the history.
          if (result === 'paid') void navigate(returnPath(details, 'done'), { replace: true })
          if (result === 'declined') showError('Your card was declined. Nothing was charged. Please try another card.')
        },
        onError: (error) => showError(messageFor(error, 'Something went wrong. Please try again.')),
      },
    )
  }

  const showError = (message: string) => {
    setIsChallenged(false)
    setError(message)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }

  return (
    <div className="page max-w-lg! py-8 sm:py-12">
      <p className="flex items-start gap-2.5 rounded-xl bg-honey-pale px-4 py-3 text-pretty text-honey-deep">
        <Info aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>
          <strong className="font-semibold">Test payment.</strong> No card is charged and no money moves.
        </span>
      </p>
      <h1 className="mt-6 text-4xl">Pay {formatPence(toPence(details.amount))}</h1>
      <ul className="mt-3 text-ink-soft">
        {details.orders.map(({ shop_name, total }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two shops may share a name, and the list never changes.
          <li key={index} className="flex justify-between gap-4 py-1">
            <span className="min-w-0 wrap-anywhere">{shop_name}</span>
            <span className="tabular-nums">{formatPence(toPence(total))}</span>
          </li>
        ))}
      </ul>
      <Card className="mt-6">
        {isChallenged ? (
          <BankChallenge amount={details.amount} isBusy={pay.isPending} respond={send} />
        ) : (
          <form onSubmit={submit}>
            <TestCards value={card} onChange={setCard} />
            {error && <PaymentError>{error}</PaymentError>}
            <Button type="submit" size="lg" busy={pay.isPending} className="mt-6 w-full">
              Pay {formatPence(toPence(details.amount))}
            </Button>
          </form>
        )}
      </Card>
      <p className="mt-6 text-center">
        <Link
          to={returnPath(details, 'abandoned')}
          className="inline-block py-2 font-medium text-ink-soft underline underline-offset-4 hover:text-ink"
        >
          Cancel and go back
        </Link>
      </p>
    </div>
  )
}

/** Takes the focus, because the challenge that had it has been removed. */
function PaymentError({ children }: { children: string }) {
  const alert = useRef<HTMLParagraphElement>(null)
  useEffect(() => alert.current?.focus(), [])
  return (
    <p ref={alert} role="alert" tabIndex={-1} className="mt-5 font-medium text-alarm outline-none">
      {children}
    </p>
  )
}
