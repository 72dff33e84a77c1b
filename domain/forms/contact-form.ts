/** A message to a shop from its page. */
import { z } from 'zod'

export const contactForm = z.object({
  subject: z
    .string()
    .trim()
    .min(2, 'Subject must be at least 2 characters')
    .max(100, 'Subject must be at most 100 characters'),
  message: z
    .string()
    .trim()
    .min(10, 'Message must be at least 10 characters')
    .max(1000, 'Message must be at most 1000 characters'),
})

export type ContactForm = z.output<typeof contactForm>
