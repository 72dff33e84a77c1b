/** Moves an order to its next status. The step cannot be undone, so the button waits for the server's confirmation. */

import { type OrderStatus, orderNumber } from '#domain/order-state'
import { nextStep } from '#domain/seller-steps'
import { Button, type ButtonProps } from '#ui/button'
import { toast } from '#ui/toast'
import { orderErrorMessage, useAdvanceOrder } from './order-mutations.ts'

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
  const { mutateAsync, isPending } = useAdvanceOrder()
  const step = nextStep(order)
  if (step === null) return null
  const { status, label, outcome } = step
  const number = orderNumber(order.id)

  async function advance(): Promise<void> {
    try {
      await mutateAsync({ id: order.id, status })
      toast({
        title: `Order ${number} ${outcome}`,
        ...(order.buyer_name ? { description: `We have let ${order.buyer_name} know.` } : {}),
      })
    } catch (error) {
      toast({ title: 'The order could not be updated', description: orderErrorMessage(error), variant: 'destructive' })
    }
  }

  return (
    <Button
      {...buttonProps}
      busy={isPending}
      onClick={() => void advance()}
      aria-label={isOneOfMany ? `${label}: order ${number}` : undefined}
    >
      {label}
    </Button>
  )
}
