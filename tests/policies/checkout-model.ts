/**
 * A simple model of checkouts and their orders: one product, a pickup and a delivery window of a limited day, payments, refunds and a clock.
 * Money is in pence.
 */

export type StepResult = string

type OrderState = 'pending payment' | 'processing' | 'ready' | 'shipped' | 'delivered' | 'cancelled'

interface Checkout {
  readonly quantity: number
  readonly isPickup: boolean
  readonly total: number
  status: 'pending' | 'paid' | 'expired' | 'cancelled'
  isOverdue: boolean
  order: OrderState
  isOfYesterday: boolean
  /** What a cancellation after payment refunded. */
  cancellation: number | null
}

export interface Refund {
  readonly amount: number
  /** The provider has not refunded it yet, has refunded it, or will not. */
  state: 'pending' | 'succeeded' | 'failed'
}

interface Payment {
  readonly checkout: number
  status: 'pending' | 'succeeded' | 'over'
  captured: number
  isApplied: boolean
  readonly refunds: Refund[]
  /** Refunded from the provider's dashboard, and not yet recorded because a refund of ours is in progress. */
  deferred: number[]
}

export interface Places {
  pickup: number
  delivery: number
  day: number
}

const pieceCosts = 300

export class CheckoutModel {
  readonly checkouts: Checkout[] = []
  readonly payments: Payment[] = []
  stock: number
  /** Places left in the windows and of their day. */
  places: Places

  constructor(stock: number, places: Places) {
    this.stock = stock
    this.places = { ...places }
  }

  place(quantity: number, isPickup: boolean, tipPence: number): StepResult {
    if (this.stock < quantity) return 'sold_out'
    if (this.places.day === 0) return 'day_full'
    if (this.places[isPickup ? 'pickup' : 'delivery'] === 0) return 'slot_full'
    const checkout: Checkout = {
      quantity,
      isPickup,
      total: quantity * pieceCosts + (isPickup ? 0 : 399) + tipPence,
      status: 'pending',
      isOverdue: false,
      order: 'pending payment',
      isOfYesterday: false,
      cancellation: null,
    }
    this.checkouts.push(checkout)
    this.#take(checkout, 1)
    return 'placed'
  }

  /** @returns the payment's index, or why there is none */
  begin(number: number): StepResult {
    const checkout = this.#checkout(number)
    if (checkout.status === 'paid') return 'paid'
    if (checkout.status !== 'pending' || checkout.isOverdue) return 'expired'
    const open = this.payments.findIndex((payment) => payment.checkout === number && payment.status === 'pending')
    if (open === -1)
      this.payments.push({
        checkout: number,
        status: 'pending',
        captured: 0,
        isApplied: false,
        refunds: [],
        deferred: [],
      })
    return `payment ${open === -1 ? this.payments.length - 1 : open}`
  }

  succeed(number: number, amount: number): StepResult {
    const payment = this.#payment(number)
    const checkout = this.#checkout(payment.checkout)
    if (payment.status === 'succeeded') return 'ignored'
    payment.status = 'succeeded'
    payment.captured = amount
    payment.isApplied = this.#apply(checkout, amount)
    if (payment.isApplied) return 'paid'
    payment.refunds.push({ amount, state: 'pending' })
    return 'refunding'
  }

  fail(number: number, outcome: 'declined' | 'failed' | 'expired'): StepResult {
    const payment = this.#payment(number)
    if (payment.status !== 'pending') return 'ignored'
    if (outcome !== 'declined') payment.status = 'over'
    return 'recorded'
  }

  expireCheckout(number: number): void {
    this.#checkout(number).isOverdue = true
  }

  letADayPass(number: number): void {
    this.#checkout(number).isOfYesterday = true
  }

  expire(): StepResult {
    const over = this.checkouts.filter(({ status, isOverdue }) => status === 'pending' && isOverdue)
    for (const checkout of over) this.#end(checkout, 'expired')
    return `${over.length} expired`
  }

  cancelCheckout(number: number): StepResult {
    const checkout = this.#checkout(number)
    if (checkout.status === 'paid') return 'paid'
    if (checkout.status === 'pending') this.#end(checkout, 'cancelled')
    return 'done'
  }

  cancel(number: number, isBuyer: boolean): StepResult {
    const checkout = this.#checkout(number)
    if (checkout.status === 'pending' && !isBuyer) return 'status'
    if (checkout.status === 'pending') this.#end(checkout, 'cancelled')
    if (checkout.order === 'shipped' || checkout.order === 'delivered') return 'status'
    if (checkout.order !== 'cancelled') {
      if (isBuyer && checkout.order === 'ready') return 'status'
      if (isBuyer && checkout.isOfYesterday) return 'too_late'
      const payment = this.#paid(number)
      const left = leftOf(payment)
      if (left > 0) {
        payment.refunds.push({ amount: left, state: 'pending' })
        checkout.cancellation = left
      }
      checkout.order = 'cancelled'
      this.#take(checkout, -1)
    }
    return `cancelled ${checkout.cancellation ?? 'without a refund'}`
  }

  advance(number: number, to: 'processing' | 'shipped' | 'ready' | 'delivered'): StepResult {
    const checkout = this.#checkout(number)
    if (checkout.status !== 'paid' || checkout.order === 'cancelled') return 'status'
    const path: OrderState[] = ['processing', checkout.isPickup ? 'ready' : 'shipped', 'delivered']
    const step = path.indexOf(to) - path.indexOf(checkout.order)
    if (path.includes(to) && step === 1) checkout.order = to
    else if (!path.includes(to) || step !== 0) return 'status'
    return checkout.order
  }

  refund(number: number, amount: number): StepResult {
    if (this.#checkout(number).status !== 'paid') return 'unpaid'
    const payment = this.#paid(number)
    if (amount > leftOf(payment)) return 'too_much'
    payment.refunds.push({ amount, state: 'pending' })
    return `${leftOf(payment)} left`
  }

  /** Whether the provider can still refund that much of the payment. */
  canSendBack(number: number, amount: number): boolean {
    const { captured, refunds, deferred } = this.#payment(number)
    return (
      sum(refunds.filter(({ state }) => state === 'succeeded')) + deferred.reduce((a, b) => a + b, 0) + amount <=
      captured
    )
  }

  sendBack(number: number, amount: number): void {
    this.#pendingRefund(this.#payment(number), amount).state = 'succeeded'
  }

  /** The provider refuses the refund, or the bank rejects it. */
  failRefund(number: number, amount: number, was: 'pending' | 'succeeded'): void {
    const payment = this.#payment(number)
    const refund = payment.refunds.find(({ state, amount: its }) => state === was && its === amount)
    if (!refund) throw new Error(`no refund of ${amount} has the status ${was}`)
    refund.state = 'failed'
    if (payment.deferred.length === 0) return
    const deferred = payment.deferred
    payment.deferred = []
    for (const made of deferred) this.#recordRefund(payment, made)
    const rest = Math.min(amount, leftOf(payment))
    if (rest > 0) payment.refunds.push({ amount: rest, state: 'pending' })
  }

  refundFromDashboard(number: number, amount: number): StepResult {
    return this.#recordRefund(this.#payment(number), amount)
  }

  #recordRefund(payment: Payment, amount: number): StepResult {
    const pending = payment.refunds.filter(({ state }) => state === 'pending')
    const same = pending.find((refund) => refund.amount === amount)
    if (amount <= leftOf(payment)) payment.refunds.push({ amount, state: 'succeeded' })
    else if (same) same.state = 'succeeded'
    else {
      payment.deferred.push(amount)
      return 'deferred'
    }
    return 'recorded'
  }

  #apply(checkout: Checkout, amount: number): boolean {
    if (amount !== checkout.total || checkout.status === 'paid' || checkout.status === 'cancelled') return false
    if (checkout.status === 'expired') {
      const { day, pickup, delivery } = this.places
      if (this.stock < checkout.quantity || day === 0 || (checkout.isPickup ? pickup : delivery) === 0) return false
      this.#take(checkout, 1)
    }
    checkout.status = 'paid'
    checkout.order = 'processing'
    return true
  }

  #end(checkout: Checkout, status: 'expired' | 'cancelled'): void {
    checkout.status = status
    checkout.order = 'cancelled'
    this.#take(checkout, -1)
  }

  #take({ quantity, isPickup }: Checkout, times: 1 | -1): void {
    this.stock -= times * quantity
    this.places.day -= times
    this.places[isPickup ? 'pickup' : 'delivery'] -= times
  }

  #paid(number: number): Payment {
    const payment = this.payments.find(({ checkout, isApplied }) => checkout === number && isApplied)
    if (!payment) throw new Error(`checkout ${number} is not paid`)
    return payment
  }

  #pendingRefund({ refunds }: Payment, amount: number): Refund {
    const refund = refunds.find(({ state, amount: its }) => state === 'pending' && its === amount)
    if (!refund) throw new Error(`no refund of ${amount} is pending`)
    return refund
  }

  #checkout(number: number): Checkout {
    const checkout = this.checkouts[number]
    if (!checkout) throw new Error(`there is no checkout ${number}`)
    return checkout
  }

  #payment(number: number): Payment {
    const payment = this.payments[number]
    if (!payment) throw new Error(`there is no payment ${number}`)
    return payment
  }
}

const sum = (refunds: readonly Refund[]) => refunds.reduce((total, { amount }) => total + amount, 0)

/** What is not yet being refunded. */
const leftOf = ({ captured, refunds }: Payment) => captured - sum(refunds.filter(({ state }) => state !== 'failed'))
