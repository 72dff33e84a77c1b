/** A message to a shop: from a visitor, who may say who they are, or from somebody signed in, whom the shop can answer. */

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type VisitorContactForm, visitorContactForm } from '#domain/forms/contact-form'
import { type SessionUser, useSession } from '#features/auth'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextArea } from '#ui/text-area'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toast'
import { useApp } from '#web/app/app-context.ts'
import { QueryError, unwrapOptional } from '#web/app/unwrap.ts'
import type { Shop } from './shop.ts'

export interface ContactDialogProps {
  shop: Pick<Shop, 'id' | 'name'>
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ContactDialog({ shop, open, onOpenChange }: ContactDialogProps) {
  const session = useSession()
  const user = session.status === 'signed-in' ? session.user : null
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={<span className="wrap-anywhere">Contact {shop.name}</span>}
      description="Ask about ingredients, dates or anything else before you order."
    >
      <Form key={user?.id} shop={shop} user={user} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

interface FormProps {
  shop: ContactDialogProps['shop']
  user: SessionUser | null
  onDone: () => void
}

function Form({ shop, user, onDone }: FormProps) {
  const app = useApp()
  const { register, handleSubmit, formState } = useForm<VisitorContactForm>({
    resolver: zodResolver(visitorContactForm),
    defaultValues: { name: '', email: '', subject: '', message: '' },
  })
  const { errors, isSubmitting } = formState

  // Of whoever is signed in the database writes down name and e-mail itself.
  async function send({ name, email, subject, message }: VisitorContactForm): Promise<void> {
    const sender = user ? { sender_id: user.id } : { sender_name: name || null, sender_email: email || null }
    try {
      const client = await app.supabase()
      unwrapOptional(await client.from('contact_messages').insert({ shop_id: shop.id, subject, message, ...sender }))
    } catch (error) {
      const isTooMany = error instanceof QueryError && error.status === 429
      toast({
        title: 'Message not sent',
        description: isTooMany ? error.message : 'Failed to send message. Please try again.',
        variant: 'destructive',
      })
      return
    }
    onDone()
    toast({ title: 'Message sent', description: `${shop.name} has your message.` })
  }

  return (
    <form onSubmit={handleSubmit(send)} noValidate className="space-y-4">
      {!user && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Your name (optional)"
            autoComplete="name"
            error={errors.name?.message}
            {...register('name')}
          />
          <TextField
            label="Your email (optional)"
            type="email"
            autoComplete="email"
            error={errors.email?.message}
            {...register('email')}
          />
        </div>
      )}
      <TextField label="Subject" autoComplete="off" error={errors.subject?.message} {...register('subject')} />
      <TextArea label="Message" rows={6} error={errors.message?.message} {...register('message')} />
      <p className="text-sm text-ink-soft">
        {user
          ? `The shop sees your name and answers to ${user.email}.`
          : 'Without an email address the shop can read your message, but cannot answer it.'}
      </p>
      <Button type="submit" size="lg" busy={isSubmitting} className="w-full">
        {isSubmitting ? 'Sending...' : 'Send message'}
      </Button>
    </form>
  )
}
