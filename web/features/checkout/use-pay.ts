/** Sends the order as it stands and leads to its payment; keeps what was refused until something is changed. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { orderRequest } from '#domain/checkout'
import { findPlaceOf } from '#features/addresses'
import { useApp } from '#web/app/app-context.ts'
import { type Fault, faultOf, type RefusedOrder, refusedOrder } from './faults.ts'
import { refreshOffers } from './pickup-slots.ts'
import type { Placed, PlaceOrder } from './place-order.ts'
import { startPayment } from './start-payment.ts'
import type { CheckoutState } from './use-checkout.ts'

interface Paying {
  readonly userId: string
  readonly checkout: CheckoutState
  readonly place: PlaceOrder
  readonly showFaults: () => void
}

export function usePay({ userId, checkout, place, showFaults }: Paying) {
  const app = useApp()
  const navigate = useNavigate()
  const [hasTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<RefusedOrder | null>(null)
  const [isPaying, setPaying] = useState(false)
  const { lines, missing, ordered, isDelivered, address, totals } = checkout

  async function send(): Promise<Placed> {
    if (isDelivered && address) await findPlaceOf(app, userId, address)
    const addressId = address?.id ?? null
    const request = orderRequest({ parts: ordered, addressId, totalPence: totals.totalPence })
    return place(request)
  }

  /** The order is placed: whatever happens now, its own page knows how to go on. */
  async function goOn({ checkoutId, isPaid }: Placed): Promise<void> {
    const opened = !isPaid && (await startPayment(app, checkoutId).then(...asBoolean))
    if (!opened) void navigate(`/checkout/${checkoutId}`)
  }

  async function pay(): Promise<void> {
    setTried(true)
    setRefusal(null)
    if (missing.length > 0 || ordered.length === 0) return showFaults()
    setPaying(true)
    try {
      await goOn(await send())
    } catch (error) {
      const refused = refusedOrder(error)
      setRefusal(refused)
      if (refused.isOutdated) await refreshOffers(app.queryClient)
      setPaying(false)
      showFaults()
    }
  }

  return {
    pay: () => void pay(),
    isPaying,
    faults: shownFaults(hasTried ? missing : [], refusal && faultOf(refusal, lines)),
    /** What was refused may be right now: whatever is changed, only another try can tell. */
    forgive: () => setRefusal(null),
  }
}

const asBoolean = [() => true, () => false] as const

/** What was refused says more than what is therefore missing in the same place. */
function shownFaults(missing: readonly Fault[], refused: Fault | null): readonly Fault[] {
  return refused ? [refused, ...missing.filter(({ id }) => id !== refused.id)] : missing
}
