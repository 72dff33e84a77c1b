/** What should become of checkouts, told simply: one product, one pickup window, payments and a clock, in a few counters. */

export type Answer = string

interface Checkout {
  readonly quantity: number
  readonly isPickup: boolean
  status: 'pending' | 'paid' | 'expired' | 'cancelled'
  isOverdue: boolean
}

interface Payment {
  readonly checkout: number
  status: 'pending' | 'succeeded' | 'over'
}

export class CheckoutModel {
  readonly checkouts: Checkout[] = []
  readonly payments: Payment[] = []
  stock: number
  /** Places left in the window. */
  places: number

  constructor(stock: number, places: number) {
    this.stock = stock
    this.places = places
  }

  place(quantity: number, isPickup: boolean): Answer {
    if (this.stock < quantity) return 'sold_out'
    if (isPickup && this.places === 0) return 'slot_full'
    const checkout: Checkout = { quantity, isPickup, status: 'pending', isOverdue: false }
    this.checkouts.push(checkout)
    this.#take(checkout, 1)
    return 'placed'
  }

  /** @returns which payment it is, or why there is none */
  begin(number: number): Answer {
    const checkout = this.#checkout(number)
    if (checkout.status === 'paid') return 'paid'
    if (checkout.status !== 'pending' || checkout.isOverdue) return 'expired'
    const open = this.payments.findIndex((payment) => payment.checkout === number && payment.status === 'pending')
    if (open === -1) this.payments.push({ checkout: number, status: 'pending' })
    return `payment ${open === -1 ? this.payments.length - 1 : open}`
  }

  succeed(number: number, isRightAmount: boolean): Answer {
    const payment = this.#payment(number)
    const checkout = this.#checkout(payment.checkout)
    if (payment.status === 'succeeded') return 'ignored'
    payment.status = 'succeeded'
    if (!isRightAmount || checkout.status === 'paid' || checkout.status === 'cancelled') return 'refunding'
    if (checkout.status === 'expired') {
      if (this.stock < checkout.quantity || (checkout.isPickup && this.places === 0)) return 'refunding'
      this.#take(checkout, 1)
    }
    checkout.status = 'paid'
    return 'paid'
  }

  fail(number: number, outcome: 'declined' | 'failed' | 'expired'): Answer {
    const payment = this.#payment(number)
    if (payment.status !== 'pending') return 'ignored'
    if (outcome !== 'declined') payment.status = 'over'
    return 'recorded'
  }

  letTimePass(number: number): void {
    this.#checkout(number).isOverdue = true
  }

  expire(): Answer {
    const over = this.checkouts.filter(({ status, isOverdue }) => status === 'pending' && isOverdue)
    for (const checkout of over) {
      checkout.status = 'expired'
      this.#take(checkout, -1)
    }
    return `${over.length} expired`
  }

  giveUp(number: number): Answer {
    const checkout = this.#checkout(number)
    if (checkout.status === 'paid') return 'paid'
    if (checkout.status === 'pending') {
      checkout.status = 'cancelled'
      this.#take(checkout, -1)
    }
    return 'done'
  }

  #take({ quantity, isPickup }: Checkout, times: 1 | -1): void {
    this.stock -= times * quantity
    if (isPickup) this.places -= times
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
