/** The seller's inbox: conversations and enquiries. Members without a shop see the conversations only. */
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useOwnShop } from '#features/sell/own-shop'
import { LinkTab, LinkTabs } from '#ui/link-tabs'
import { VisuallyHidden } from '#ui/visually-hidden'
import { classNames } from '#web/ui/class-names.ts'
import { useUnreadEnquiries } from './enquiries.ts'
import { EnquiryList } from './enquiry-list.tsx'

/** @param children the conversations */
export function Inbox({ children }: { children: ReactNode }) {
  const [params] = useSearchParams()
  const shop = useOwnShop()
  const isEnquiries = params.get('tab') === 'enquiries'
  // The conversations keep their position in the tree while the shop loads, so that an open one keeps its state.
  return (
    <>
      {shop && <InboxTabs shopId={shop.id} isEnquiries={isEnquiries} isConversationOpen={params.has('room')} />}
      {shop && isEnquiries ? <EnquiryList shopId={shop.id} /> : children}
    </>
  )
}

interface InboxTabsProps {
  shopId: string
  isEnquiries: boolean
  /** On phones an open conversation fills the screen. */
  isConversationOpen: boolean
}

function InboxTabs({ shopId, isEnquiries, isConversationOpen }: InboxTabsProps) {
  const unread = useUnreadEnquiries(shopId, true)
  return (
    <LinkTabs label="Messages" look="pills" className={classNames('mt-4', isConversationOpen && 'max-md:hidden')}>
      <LinkTab look="pills" to="/messages" isCurrent={!isEnquiries}>
        Conversations
      </LinkTab>
      <LinkTab look="pills" to="/messages?tab=enquiries" isCurrent={isEnquiries}>
        Enquiries
        {unread > 0 && (
          <span className="grid h-5 min-w-5 place-items-center rounded-full bg-berry px-1.5 text-xs font-semibold text-on-fill tabular-nums">
            {unread}
            <VisuallyHidden> unread</VisuallyHidden>
          </span>
        )}
      </LinkTab>
    </LinkTabs>
  )
}
