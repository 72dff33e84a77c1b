/** The contact form of a shop in a dialog. */
import { ContactForm } from '#features/talk/contact'
import { Dialog } from '#ui/dialog'
import type { Shop } from './shop.ts'

export interface ContactDialogProps {
  shop: Pick<Shop, 'id' | 'name'>
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ContactDialog({ shop, open, onOpenChange }: ContactDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={<span className="wrap-anywhere">Contact {shop.name}</span>}
      description="Ask about ingredients, dates or anything else before you order."
    >
      <ContactForm
        shopId={shop.id}
        recipient={{
          sentMessage: `${shop.name} has received your message.`,
          replyNotice: 'The shop will see your name and reply to',
          noReplyNotice: 'Without an email address the shop can read your message but cannot reply.',
        }}
        onSent={() => onOpenChange(false)}
      />
    </Dialog>
  )
}
