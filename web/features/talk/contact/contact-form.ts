/** The contact form of a shop's page. */
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

const emailMessage = 'Please enter a valid email address'

/** A visitor may leave a name and an email address for the reply; empty is the same as absent. */
export const visitorContactForm = contactForm.extend({
  name: z.string().trim().max(100, 'Name must be at most 100 characters'),
  // If a union fails, react-hook-form shows the error of its first member.
  email: z.union([z.literal('', emailMessage), z.email(emailMessage)], emailMessage),
})
