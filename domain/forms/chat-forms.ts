/** What buyer and seller type in a chat: a message, and the seller's price. */
import { z } from 'zod'
import { poundsField } from './amounts.ts'

/** An empty message is simply not sent, so it needs no words of its own. */
export const chatMessageForm = z.object({
  content: z.string().trim().min(1).max(4000, 'Message must be at most 4000 characters'),
})

export const invalidPriceTitle = 'Invalid price'
const validPrice = 'Please enter a valid price'

export const priceQuoteForm = z.object({
  price: poundsField(validPrice).refine((price) => price > 0, validPrice),
})
