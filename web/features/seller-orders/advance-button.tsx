/** Moves an order to its next status. The step cannot be undone, so the button waits for the server's confirmation. */

import { type OrderStatus, orderNumber } from '#domain/order-state'
import { nextStep } from '#domain/seller-steps'
import { Button, type ButtonProps } from '#ui/button'
import { useAdvanceOrder } from './order-mutations.ts'

interface AdvanceButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'className'> {
  order: {
    readonly id: string
    readonly status: OrderStatus
    readonly fulfilment: string
    readonly buyer_name: string | null
  }
  /** In a list of orders, the accessible name includes the order number. */
  isOneOfMany?: boolean
}

export function AdvanceButton({ order, isOneOfMany = false, ...buttonProps }: AdvanceButtonProps) {
  const { mutate, isPending } = useAdvanceOrder(order)
  const step = nextStep(order)
  if (step === null) return null
  return (
    <Button
      {...buttonProps}
      busy={isPending}
      onClick={() => mutate(step)}
      aria-label={isOneOfMany ? `${step.label}: order ${orderNumber(order.id)}` : undefined}
    >
      {step.label}
    </Button>
  )
}
