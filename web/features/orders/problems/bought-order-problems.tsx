/** The problems with an order, for its buyer. */
import { Flag } from 'lucide-react'
import { useState } from 'react'
import { problemStatus } from '#domain/orders/order-problems'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { lazyDialog } from '#ui/lazy-dialog'
import { LinkButton } from '#ui/link-button'
import { ProblemFacts } from './problem-facts.tsx'
import { type OrderProblem, useCloseProblem, useOrderProblems } from './problems.ts'

const ReportProblemDialog = lazyDialog(() =>
  import('./report-problem-dialog.tsx').then((module) => module.ReportProblemDialog),
)
const AppealDialog = lazyDialog(() => import('./appeal-dialog.tsx').then((module) => module.AppealDialog))

interface ReportProblemProps {
  orderId: string
  /** The order's number. */
  number: string
  shopName: string
}

/** Opens the form while a problem can be reported, and the contact page otherwise. */
export function ReportProblem({ orderId, number, shopName }: ReportProblemProps) {
  const { data } = useOrderProblems(orderId)
  const [isOpen, setOpen] = useState(false)
  const subject = encodeURIComponent(`Problem with order ${number}`)
  return (
    <>
      {data?.can_report_problem ? (
        <Button variant="secondary" onClick={() => setOpen(true)} className="w-full">
          <Flag aria-hidden="true" className="size-5 text-berry" />
          Report a problem
        </Button>
      ) : (
        <LinkButton to={`/contact?subject=${subject}`} variant="secondary" className="w-full">
          <Flag aria-hidden="true" className="size-5 text-berry" />
          Contact us
        </LinkButton>
      )}
      <ReportProblemDialog orderId={orderId} shopName={shopName} open={isOpen} onOpenChange={setOpen} />
    </>
  )
}

export function BoughtOrderProblems({ orderId }: { orderId: string }) {
  const { data } = useOrderProblems(orderId)
  return data?.problems.map((problem) => (
    <Card key={problem.id}>
      <h2 className="mb-3 text-xl">Your problem report</h2>
      <ProblemFacts problem={problem} />
      <p role="status" className="mt-4 text-pretty text-ink-soft">
        {problemStatus(problem.state, 'buyer')}
      </p>
      <BuyerActions problem={problem} />
    </Card>
  ))
}

function BuyerActions({ problem }: { problem: OrderProblem }) {
  const close = useCloseProblem(problem.id)
  const [isOpen, setOpen] = useState(false)
  const isSettled = problem.state === 'decided' || problem.state === 'closed'
  return (
    <>
      {!isSettled && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" busy={close.isPending} onClick={() => close.mutate()}>
            It is solved
          </Button>
          {problem.can_escalate && (
            <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
              Ask us to decide
            </Button>
          )}
        </div>
      )}
      <AppealDialog problemId={problem.id} open={isOpen} onOpenChange={setOpen} />
    </>
  )
}
