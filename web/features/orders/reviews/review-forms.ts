/** The forms for a buyer's review and the shop's reply. */
import { z } from 'zod'

export const reviewForm = z.object({
  rating: z.coerce.number('Please choose how many stars.').int().min(1, 'Please choose how many stars.').max(5),
  text: z.string().trim().max(2000, 'Your review can have at most 2000 characters.'),
})

export type ReviewForm = z.output<typeof reviewForm>

export const replyForm = z.object({
  reply: z.string().trim().min(1, 'Please write a reply.').max(2000, 'A reply can have at most 2000 characters.'),
})
