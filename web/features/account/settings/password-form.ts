/** The form to change a password. The auth service decides its strength. */
import { z } from 'zod'

const formWith = (currentPassword: z.ZodString) =>
  z
    .object({
      currentPassword,
      newPassword: z.string().min(1, 'Please enter a new password'),
      confirmPassword: z.string(),
    })
    .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
      path: ['confirmPassword'],
      message: 'Passwords do not match',
    })

export const passwordForm = formWith(z.string().min(1, 'Please enter your current password'))
/** For an account without a password. */
export const firstPasswordForm = formWith(z.string())

export type PasswordForm = z.output<typeof passwordForm>
