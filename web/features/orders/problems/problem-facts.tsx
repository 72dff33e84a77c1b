/** What was reported, answered and decided about an order. */
import type { ReactNode } from 'react'
import { problemAnswers, problemKinds, problemWishes } from '#domain/orders/order-problems'
import { momentFrom } from '#domain/values/calendar'
import { formatPounds } from '#domain/values/money'
import { PrivatePictures } from '#features/account/uploads'
import { useNow } from '#platform/clock.ts'
import type { OrderProblem } from './problems.ts'

type Facts = Omit<OrderProblem, 'can_escalate'>

const labelOf = (labels: Readonly<Record<string, string>>, name: string) => labels[name] ?? name

export function ProblemFacts({ problem }: { problem: Facts }) {
  const now = useNow()
  const { kind, details, pictures, wanted, answer, answer_text: answerText, appeal, decision } = problem
  return (
    <div className="space-y-3">
      <div>
        <p className="font-medium">{labelOf(problemKinds, kind)}</p>
        <p className="text-sm text-ink-soft">
          Reported <time dateTime={problem.created_at}>{momentFrom(now, new Date(problem.created_at))}</time>. Asked
          for: {labelOf(problemWishes, wanted).toLowerCase()}.
        </p>
      </div>
      {details && <p className="whitespace-pre-line text-pretty wrap-anywhere">{details}</p>}
      {pictures.length > 0 && <PrivatePictures paths={pictures} title="Pictures of the problem" />}
      {answer && (
        <Words
          label={`The shop’s answer: ${labelOf(problemAnswers, answer).toLowerCase()}${refundText(problem.refund_amount)}`}
        >
          {answerText}
        </Words>
      )}
      {appeal && <Words label="Why the buyer does not agree">{appeal}</Words>}
      {decision && (
        <Words
          label={
            decision === 'refund'
              ? `We decided on a refund${refundText(problem.decision_amount)}`
              : 'We decided on no refund'
          }
        >
          {problem.decision_text}
        </Words>
      )}
    </div>
  )
}

function refundText(amount: number | null): string {
  return amount === null ? '' : `, ${formatPounds(amount)}`
}

function Words({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="rounded-control bg-paper-deep px-4 py-3">
      <p className="text-sm font-semibold">{label}</p>
      {children && <p className="mt-0.5 whitespace-pre-line text-pretty wrap-anywhere">{children}</p>}
    </div>
  )
}
