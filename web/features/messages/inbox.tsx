/** The seller's inbox: conversations and enquiries. Members without a shop see the conversations only. */
import { type ReactNode, useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useOwnShop } from '#features/account'
import { LinkTab, LinkTabs } from '#ui/link-tabs'
import { SkeletonText } from '#ui/skeleton'
import { useLazyPart } from '#ui/use-lazy-part'
import { VisuallyHidden } from '#ui/visually-hidden'
import { classNames } from '#web/ui/class-names.ts'
import { useUnreadEnquiries } from './enquiries.ts'
import { EnquiriesFailed } from './enquiries-failed.tsx'

const load = () => import('./enquiry-list.tsx')

/** @param children the conversations */
export function Inbox({ children }: { children: ReactNode }) {
  const [params] = useSearchParams()
  const shop = useOwnShop()
  const isEnquiries = params.get('tab') === 'enquiries'
  // The conversations keep their position in the tree while the shop loads, so that an open one keeps its state.
  return (
    <>
      {shop && <InboxTabs shopId={shop.id} isEnquiries={isEnquiries} isConversationOpen={params.has('room')} />}
      {shop && isEnquiries ? <LazyEnquiries shopId={shop.id} /> : children}
    </>
  )
}

function LazyEnquiries({ shopId }: { shopId: string }) {
  const [hasFailed, setHasFailed] = useState(false)
  const reset = useCallback(() => setHasFailed(true), [])
  const part = useLazyPart(load, !hasFailed, reset)
  if (hasFailed) return <EnquiriesFailed retry={() => setHasFailed(false)} />
  return part ? <part.EnquiryList shopId={shopId} /> : <SkeletonText lines={3} className="mt-8 max-w-sm text-xl" />
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
          <span className="grid h-5 min-w-5 place-items-center rounded-full bg-berry px-1.5 text-xs font-semibold text-white tabular-nums">
            {unread}
            <VisuallyHidden> unread</VisuallyHidden>
          </span>
        )}
      </LinkTab>
    </LinkTabs>
  )
}
