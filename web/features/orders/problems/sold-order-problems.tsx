/** The problems with an order, for its seller. */
import { useState } from 'react'
import { isAnswerable, problemStatus } from '#domain/orders/order-problems'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'
import { Notice } from '#ui/notice'
import { ProblemFacts } from './problem-facts.tsx'
import { type OrderProblem, useOrderProblems } from './problems.ts'

const AnswerDialog = lazyDialog(() => import('./outcome-dialog.tsx').then((module) => module.AnswerDialog))

/** @param leftPence what can still be refunded of the order */
export function SoldOrderProblems({ orderId, leftPence }: { orderId: string; leftPence: number }) {
  const { data } = useOrderProblems(orderId)
  return data?.problems.map((problem) => (
    <section
      key={problem.id}
      aria-label="Problem reported by the buyer"
      className="rounded-card border border-line bg-card p-4"
    >
      <h3 className="mb-2 font-sans text-base tracking-normal">Problem reported by the buyer</h3>
      <ProblemFacts problem={problem} />
      <Notice tone={problem.state === 'open' ? 'warning' : 'info'} className="mt-3">
        {problemStatus(problem.state, 'seller')}
      </Notice>
      <SellerActions problem={problem} leftPence={leftPence} />
    </section>
  ))
}

function SellerActions({ problem, leftPence }: { problem: OrderProblem; leftPence: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {isAnswerable(problem) && (
        <Button size="sm" onClick={() => setOpen(true)} className="mt-3">
          {problem.answer === null ? 'Answer' : 'Change the answer'}
        </Button>
      )}
      <AnswerDialog problemId={problem.id} leftPence={leftPence} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
