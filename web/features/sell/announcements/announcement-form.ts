/** The form for an announcement of a shop. */
import { z } from 'zod'

export const announcementForm = z.object({
  title: z
    .string()
    .trim()
    .min(3, 'Please enter a title of at least 3 characters.')
    .max(80, 'Please use at most 80 characters.'),
  text: z
    .string()
    .trim()
    .min(10, 'Please write at least 10 characters.')
    .max(1000, 'Please use at most 1000 characters.'),
  /** Empty for none. */
  productId: z.string().transform((id) => id || null),
})

export type AnnouncementForm = z.output<typeof announcementForm>
