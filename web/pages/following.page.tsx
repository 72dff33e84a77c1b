/** The shops that a member follows, with the emails of each. */
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { relativeAge } from '#domain/values/relative-age'
import { useApp } from '#platform/app-context.ts'
import { useNow } from '#platform/clock.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { EmptyState } from '#ui/empty-state'
import { Link } from '#ui/link'
import { LinkButton } from '#ui/link-button'
import { Loaded } from '#ui/loaded'
import { Page } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { RequireAccount, useMember } from '#web/features/account/auth/require-account.tsx'
import { EmailChoice, FollowButton } from '#web/features/discover/followers/follow-button.tsx'
import { type FollowedShop, followedShopsQuery } from '#web/features/discover/followers/follows.ts'
import { ShopLogo } from '#web/features/discover/listing/shop-logo.tsx'

export const loader = memberLoader((app, { id }) => void preload(app, followedShopsQuery(app, id)))

export function Component() {
  return (
    <Page width="reading" className="pt-8 sm:pt-12">
      <PageHead title="Shops you follow" hidden />
      <h1 className="text-3xl sm:text-4xl">Shops you follow</h1>
      <p className="mt-3 mb-8 text-lg text-pretty text-ink-soft">
        Their announcements are in your notifications. Choose below whose you also want by email.
      </p>
      <RequireAccount fallback={<ShopsLoading />}>{() => <Shops />}</RequireAccount>
    </Page>
  )
}

function Shops() {
  const query = useQuery(followedShopsQuery(useApp(), useMember().id))
  return (
    <Loaded query={query} failed="The shops you follow could not be loaded" loading={<ShopsLoading />}>
      {(shops) =>
        shops.length === 0 ? (
          <EmptyState icon={Bell} title="You follow no shops yet" actions={<LinkButton to="/">Find a shop</LinkButton>}>
            <p>Press Follow on a shop’s page to hear what it bakes next.</p>
          </EmptyState>
        ) : (
          <ul aria-label="Shops you follow" className="space-y-4">
            {shops.map((followed) => (
              <li key={followed.shop_id}>
                <ShopCard followed={followed} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function ShopCard({ followed: { shop_id: shopId, wants_emails: wantsEmails, shop } }: { followed: FollowedShop }) {
  const now = useNow()
  const { id: userId } = useMember()
  const path = `/shop/${encodeURIComponent(shop.slug)}`
  const [latest] = shop.announcements
  return (
    <article className="rounded-card border border-line bg-card p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-4">
        <ShopLogo name={shop.name} logo={shop.logo} className="size-14" />
        <div className="min-w-0 grow basis-40">
          <h2 className="text-xl leading-snug wrap-anywhere">
            <Link to={path} className="hover:text-berry">
              {shop.name}
            </Link>
          </h2>
          {shop.town && <p className="text-sm text-ink-soft">{shop.town}</p>}
        </div>
        <FollowButton shopId={shopId} name={shop.name} />
      </div>
      {latest && (
        <p className="mt-3 text-pretty wrap-anywhere">
          <Link to={`${path}?announcement=${latest.id}`} className="text-link">
            {latest.title}
          </Link>{' '}
          <span className="text-sm text-ink-soft">{relativeAge(new Date(latest.created_at), now)}</span>
        </p>
      )}
      <div className="mt-3 border-t border-line pt-3">
        <EmailChoice userId={userId} shopId={shopId} name={shop.name} wantsEmails={wantsEmails} />
      </div>
    </article>
  )
}

function ShopsLoading() {
  return (
    <Loading text="Loading the shops you follow..." className="space-y-4">
      <Skeleton shape="card" className="h-40" />
      <Skeleton shape="card" className="h-40" />
    </Loading>
  )
}
