/** To a member: a recovery code has turned off two-step verification. */
import { z } from 'zod'
import { defineTemplate } from './email.ts'

const schema = z.object({ name: z.string() })

export const secondFactorRemoved = defineTemplate(schema, ({ name }) => ({
  subject: 'Two-step verification is off',
  preview: 'A recovery code was used to sign in to your account.',
  heading: 'Two-step verification is off',
  blocks: [
    {
      kind: 'text',
      text: `${name}, a recovery code was used to sign in to your Tuckbox account. We removed your authenticator apps, and all other devices are signed out.`,
    },
    {
      kind: 'text',
      text: 'If this was you, turn on two-step verification again with your new phone. Your old recovery codes no longer work.',
    },
    {
      kind: 'text',
      text: 'If it was not you, someone knows your password and a recovery code. Choose a new password now, and contact us.',
    },
    { kind: 'button', label: 'Go to your security settings', path: '/settings/security' },
  ],
}))
