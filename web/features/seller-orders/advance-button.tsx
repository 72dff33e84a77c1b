/** Brings an order one step on. There is no way back, so it says what it does, and waits until it is done. */

import { type OrderStatus, orderNumber } from '#domain/order-state'
import { nextStep } from '#domain/seller-steps'
import { Button, type ButtonProps } from '#ui/button'
import { toast } from '#ui/toast'
import { refusalOf, useAdvanceOrder } from './change-order.ts'

interface AdvanceButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'className'> {
  order: {
    readonly id: string
    readonly status: OrderStatus
    readonly fulfilment: string
    readonly buyer_name: string | null
  }
  /** Then its name says which order it is for. */
  isOneOfMany?: boolean
}

export function AdvanceButton({ order, isOneOfMany = false, ...look }: AdvanceButtonProps) {
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
        ...(order.buyer_name ? { description: `We have told ${order.buyer_name}.` } : {}),
      })
    } catch (error) {
      toast({ title: 'This could not be done', description: refusalOf(error), variant: 'destructive' })
    }
  }

  return (
    <Button
      {...look}
      busy={isPending}
      onClick={() => void advance()}
      aria-label={isOneOfMany ? `${label}: order ${number}` : undefined}
    >
      {label}
    </Button>
  )
}
