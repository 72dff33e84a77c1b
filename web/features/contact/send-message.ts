/** Sends a contact message to a shop or to the site. */
import { useMutation } from '@tanstack/react-query'
import { useApp } from '#platform/app-context.ts'
import { unwrapOptional } from '#platform/unwrap.ts'

interface ContactMessage {
  subject: string
  message: string
  /** Set for members. */
  sender_id?: string
  sender_name?: string | null
  sender_email?: string | null
}

/** @param shopId null for the site. @param sentMessage the toast's text, such as 'Rosie has received your message.' */
export function useSendMessage(shopId: string | null, sentMessage: string) {
  const app = useApp()
  return useMutation({
    mutationFn: async (message: ContactMessage) => {
      const client = await app.supabase()
      unwrapOptional(await client.from('contact_messages').insert({ shop_id: shopId, ...message }))
    },
    meta: {
      success: { title: 'Message sent', description: sentMessage },
      failure: { title: 'Message not sent', description: 'Failed to send message. Please try again.' },
    },
  })
}
