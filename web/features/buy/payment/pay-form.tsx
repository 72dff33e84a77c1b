/** The form of a test payment: amount, cards and the bank's challenge. */
import { Info, ShieldCheck } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatPounds } from '#domain/values/money'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Choice } from '#ui/choice'
import { Link } from '#ui/link'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { type PaySession, returnPath, type TestCard, useTestPayment } from './pay-session.ts'

export function PayForm({ session, details }: { session: string; details: PaySession }) {
  const [card, setCard] = useState<TestCard>('good')
  const [isChallenged, setIsChallenged] = useState(false)
  const [error, setError] = useState('')
  const navigate = useNavigate()
  const pay = useTestPayment(session)

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
    <Page width="narrow" className="py-8 sm:py-12">
      <Notice tone="warning" icon={Info}>
        <strong className="font-semibold">Test payment.</strong> No card is charged and no money moves.
      </Notice>
      <h1 className="mt-6 text-4xl">Pay {formatPounds(details.amount)}</h1>
      <ul className="mt-3 text-ink-soft">
        {details.orders.map(({ shop_name, total }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two shops may share a name, and the list never changes.
          <li key={index} className="flex justify-between gap-4 py-1">
            <span className="min-w-0 wrap-anywhere">{shop_name}</span>
            <span className="tabular-nums">{formatPounds(total)}</span>
          </li>
        ))}
      </ul>
      <Card className="mt-6">
        {isChallenged ? (
          <BankChallenge amount={details.amount} isBusy={pay.isPending} respond={send} />
        ) : (
          <form onSubmit={submit}>
            <TestCards savesCard={details.saves_card} value={card} onChange={setCard} />
            {details.saves_card && (
              <p className="mt-4 text-pretty text-ink-soft">
                Your card is saved for your next orders once it has paid.
              </p>
            )}
            {error && <PaymentError>{error}</PaymentError>}
            <Button type="submit" size="lg" busy={pay.isPending} className="mt-6 w-full">
              Pay {formatPounds(details.amount)}
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
    </Page>
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

/** The test cards, one per outcome. No card number is ever typed. */
const cards: readonly { key: TestCard; title: string; what: string }[] = [
  { key: 'good', title: 'Card ending 4242', what: 'Is accepted' },
  { key: 'challenge', title: 'Card ending 3155', what: 'Requires approval by the bank' },
  { key: 'once', title: 'Card ending 0341', what: 'Is accepted, but declined once it is saved' },
  { key: 'declined', title: 'Card ending 0002', what: 'Is declined' },
]

interface TestCardsProps {
  savesCard: boolean
  value: TestCard
  onChange: (card: TestCard) => void
}

function TestCards({ savesCard, value, onChange }: TestCardsProps) {
  const offered = cards.filter(({ key }) => savesCard || key !== 'once')
  return (
    <fieldset>
      <legend className="font-sans text-lg font-semibold">Choose a test card</legend>
      <div className="mt-3 grid gap-2.5">
        {offered.map(({ key, title, what }) => (
          <Choice key={key} look="card" name="card" checked={value === key} onChange={() => onChange(key)}>
            <span className="block font-medium">{title}</span>
            <span className="block text-ink-soft">{what}</span>
          </Choice>
        ))}
      </div>
    </fieldset>
  )
}

/** The bank's challenge of some test payments (3-D Secure). */
interface BankChallengeProps {
  /** In pounds. */
  amount: number
  isBusy: boolean
  respond: (approved: boolean) => void
}

function BankChallenge({ amount, isBusy, respond }: BankChallengeProps) {
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
        Tuckbox wants to take {formatPounds(amount)} from your card ending 3155.
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
