/** The share kit of a shop: short link, QR code, table card, pictures for social media, and a frame for other websites. */

import { PageHead } from '#platform/page-head.tsx'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { SellerPage, useSellerShop } from '#web/features/sell/frame/seller-page.ts'
import { EmbedSection } from '#web/features/sell/share/embed-section.tsx'
import { LinkSection } from '#web/features/sell/share/link-section.tsx'
import { SocialPictures } from '#web/features/sell/share/social-pictures.tsx'
import { TableCard } from '#web/features/sell/share/table-card.tsx'

export const handle = new SellerPage('Share your shop', { purpose: 'share it' })

export function Component() {
  const shop = useSellerShop()
  return (
    <>
      <PageHead title={handle.title} hidden />
      <Page width="medium" className="py-6 sm:py-10">
        <h1 className="text-3xl sm:text-4xl">Share your shop</h1>
        <p className="mt-2 max-w-prose text-pretty text-ink-soft">
          Put your shop where your customers are: on a market table, in a post, or on your own website.
        </p>
        {shop.status !== 'active' && (
          <Notice tone="warning" className="mt-6">
            Buyers cannot see your shop now. These links work once it is open.
          </Notice>
        )}
        <div className="mt-8 space-y-6">
          <LinkSection shop={shop} />
          <TableCard shop={shop} />
          <SocialPictures shop={shop} />
          <EmbedSection shop={shop} />
        </div>
      </Page>
    </>
  )
}
