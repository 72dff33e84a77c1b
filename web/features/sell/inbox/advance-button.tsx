/** Moves an order to its next status, waiting for the server's confirmation. The toast offers to undo it. */

import { useState } from 'react'
import type { OrderStatus } from '#domain/orders/order-state'
import { Button, type ButtonProps } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'
import { useAdvanceOrder } from './order-mutations.ts'
import { nextStep } from './seller-steps.ts'

const EarlyDialog = lazyDialog(() => import('./early-dialog.tsx').then((module) => module.EarlyDialog))

interface AdvanceButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'className'> {
  order: {
    readonly id: string
    readonly number: string
    readonly status: OrderStatus
    readonly fulfilment: string
    readonly buyer_name: string | null
  }
  /** In a list of orders, the accessible name includes the order number. */
  isOneOfMany?: boolean
}

export function AdvanceButton({ order, isOneOfMany = false, ...buttonProps }: AdvanceButtonProps) {
  const [early, setEarly] = useState({ question: '', isOpen: false })
  const { mutate, isPending } = useAdvanceOrder(order, (question) => setEarly({ question, isOpen: true }))
  const step = nextStep(order)
  if (step === null) return null
  const closeDialog = () => setEarly({ ...early, isOpen: false })
  return (
    <>
      <Button
        {...buttonProps}
        busy={isPending}
        onClick={() => mutate({ step })}
        aria-label={isOneOfMany ? `${step.label}: order ${order.number}` : undefined}
      >
        {step.label}
      </Button>
      <EarlyDialog
        question={early.question}
        open={early.isOpen}
        confirmLabel={step.label}
        onClose={closeDialog}
        onConfirm={() => {
          closeDialog()
          mutate({ step, isEarly: true })
        }}
      />
    </>
  )
}
