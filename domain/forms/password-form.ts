/** The form to change a password. The auth service decides its strength. */
import { z } from 'zod'

export const passwordForm = z
  .object({
    currentPassword: z.string().min(1, 'Please enter your current password'),
    newPassword: z.string().min(1, 'Please enter a new password'),
    confirmPassword: z.string(),
  })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
  })

export type PasswordForm = z.output<typeof passwordForm>
