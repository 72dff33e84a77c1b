/** What a seller gets of a sale, by the rules of `private.order_fee`, and when. */
import { formatPence } from '../values/money.ts'

export interface SaleShares {
  readonly pricePence: number
  readonly feePence: number
  readonly sharePence: number
}

/** @param feePercent of the price of the food, for an order without dear delivery */
export function sharesOf(pricePence: number, feePercent: number): SaleShares {
  // Rounded from a hundredth of a penny: 8.2 × 1250 is slightly less than 10250 in binary.
  const feePence = Math.round(Number(((pricePence * feePercent) / 100).toFixed(6)))
  return { pricePence, feePence, sharePence: pricePence - feePence }
}

export interface MoneyFact {
  readonly subject: string
  readonly text: string
}

/** The fee, a sale of £20 as an example, and the days of payouts, in words. */
export function moneyFacts(feePercent: number): readonly MoneyFact[] {
  const { pricePence, feePence, sharePence } = sharesOf(2000, feePercent)
  const price = formatPence(pricePence)
  return [
    {
      subject: 'Our fee',
      text:
        feePercent === 0
          ? 'Nothing. Opening a shop, listing products and card payments are free too.'
          : `${feePercent}% of the price of the food, and nothing of a tip. Of your own delivery, only what is above £10 or the price of the food counts. Opening a shop, listing products and card payments cost nothing more.`,
    },
    {
      subject: `A cake for ${price}`,
      text:
        feePence === 0
          ? `The buyer pays ${price}, and you get ${formatPence(sharePence)}.`
          : `The buyer pays ${price}, our fee is ${formatPence(feePence)}, and you get ${formatPence(sharePence)}.`,
    },
    {
      subject: 'When you are paid',
      text: 'Your share goes to your Stripe account when the buyer pays. Stripe sends it to your bank, usually 3 working days later. Your first payout takes about 7 days.',
    },
    {
      subject: 'Refunds',
      text:
        feePercent === 0
          ? 'A refund comes out of your share.'
          : 'A refund comes out of your share, and we return our fee in the same proportion.',
    },
  ]
}
