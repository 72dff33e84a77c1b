/** A contact form for a shop or for the site. Visitors may leave a name and an email address; members have both. */
import { useSession } from '#features/account/auth'
import { useWrite } from '#platform/use-write.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { TextArea } from '#ui/text-area'
import { TextField } from '#ui/text-field'
import { visitorContactForm } from './contact-form.ts'

export interface ContactFormProps {
  /** Null for the site. */
  shopId: string | null
  subject?: string
  recipient: {
    /** The toast after sending, such as 'Rosie has received your message.' */
    sentMessage: string
    /** Shown to members, followed by their email address. */
    replyNotice: string
    /** Shown to visitors. */
    noReplyNotice: string
  }
  onSent: () => void
}

export function ContactForm(props: ContactFormProps) {
  const session = useSession()
  const user = session.status === 'signed-in' ? session.user : null
  // Signing in keeps the typed text.
  return <Form {...props} user={user} />
}

function Form({
  shopId,
  subject: initialSubject = '',
  recipient,
  onSent,
  user,
}: ContactFormProps & { user: { id: string; email: string } | null }) {
  const { input, handleSubmit, reset } = useZodForm(visitorContactForm, {
    name: '',
    email: '',
    subject: initialSubject,
    message: '',
  })
  const { mutate, isPending } = useSendMessage(shopId, recipient.sentMessage)
  const finish = () => {
    reset()
    onSent()
  }
  // For members the database adds name and email.
  const send = handleSubmit(({ name, email, subject, message }) => {
    const sender = user ? { sender_id: user.id } : { sender_name: name || null, sender_email: email || null }
    mutate({ subject, message, ...sender }, { onSuccess: finish })
  })

  return (
    <form onSubmit={(event) => void send(event)} noValidate className="space-y-4">
      <TextField label="Subject" autoComplete="off" {...input('subject')} />
      <TextArea label="Message" rows={6} {...input('message')} />
      {/* Last, because they go once it is known that a member is signed in. */}
      {!user && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Your name (optional)" autoComplete="name" {...input('name')} />
          <TextField label="Your email (optional)" type="email" autoComplete="email" {...input('email')} />
        </div>
      )}
      <p className="text-sm text-ink-soft">
        {user ? `${recipient.replyNotice} ${user.email}.` : recipient.noReplyNotice}
      </p>
      <Button type="submit" size="lg" busy={isPending} className="w-full">
        {isPending ? 'Sending...' : 'Send message'}
      </Button>
    </form>
  )
}

interface ContactMessage {
  subject: string
  message: string
  /** Set for members. */
  sender_id?: string
  sender_name?: string | null
  sender_email?: string | null
}

/** @param shopId null for the site. @param sentMessage the toast's text, such as 'Rosie has received your message.' */
function useSendMessage(shopId: string | null, sentMessage: string) {
  return useWrite({
    write: (client, message: ContactMessage) => client.from('contact_messages').insert({ shop_id: shopId, ...message }),
    success: { title: 'Message sent', description: sentMessage },
    failure: { title: 'Message not sent', description: 'Failed to send message. Please try again.' },
  })
}
