/** The frame of the settings pages: members only, with a heading and navigation. */
import { Bell, CreditCard, MapPin, ShieldCheck, UserRound } from 'lucide-react'
import { matchPath, NavLink, Outlet, useLocation } from 'react-router'
import { PageHead } from '#platform/page-head.tsx'
import { Page } from '#ui/page'
import { Skeleton, SkeletonText } from '#ui/skeleton'
import { RequireAccount } from '#web/features/account/auth/require-account.tsx'

const profile = {
  to: '/settings/profile',
  text: 'Profile',
  introduction: 'Your name and contact details.',
  Icon: UserRound,
}

const pages = [
  profile,
  {
    to: '/settings/addresses',
    text: 'Addresses',
    introduction: 'Your delivery addresses. The default address is selected at checkout.',
    Icon: MapPin,
  },
  {
    to: '/settings/cards',
    text: 'Cards',
    introduction: 'The cards that you have saved to pay with.',
    Icon: CreditCard,
  },
  {
    to: '/settings/security',
    text: 'Security',
    introduction: 'How you sign in, and where you are signed in.',
    Icon: ShieldCheck,
  },
  {
    to: '/settings/notifications',
    text: 'Notifications',
    introduction: 'Choose which emails and push messages you receive.',
    Icon: Bell,
  },
]

export function Component() {
  const { pathname } = useLocation()
  // /settings shows the profile.
  const page = pages.find(({ to }) => matchPath(to, pathname)) ?? profile
  return (
    <Page className="pt-8 sm:pt-12">
      <PageHead title={`${page.text} settings`} hidden />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-6 md:grid-cols-[13rem_minmax(0,1fr)]">
        <div>
          <p className="mb-4 font-display text-3xl font-semibold sm:text-4xl md:mb-6">Settings</p>
          <nav aria-label="Settings" className="-mx-2 overflow-x-auto md:mx-0">
            <ul className="flex gap-1 md:flex-col">
              {pages.map(({ to, text, Icon }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    aria-current={to === page.to ? 'page' : undefined}
                    className="flex h-11 items-center gap-3 rounded-control px-3.5 font-medium max-md:px-2 max-md:text-menu whitespace-nowrap hover:bg-paper-deep aria-[current=page]:bg-paper-deep aria-[current=page]:font-semibold aria-[current=page]:text-berry"
                  >
                    <Icon aria-hidden="true" className="size-5 shrink-0 max-md:hidden" strokeWidth={1.75} />
                    {text}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div className="max-w-2xl">
          <h1 className="text-2xl sm:text-3xl">{page.text}</h1>
          <p className="mt-1.5 mb-7 text-pretty text-ink-soft">{page.introduction}</p>
          <RequireAccount fallback={<Placeholder name={page.text} />}>{() => <Outlet />}</RequireAccount>
        </div>
      </div>
    </Page>
  )
}

function Placeholder({ name }: { name: string }) {
  return (
    <div className="space-y-4">
      <p role="status" className="sr-only">
        Loading {name.toLowerCase()}...
      </p>
      <Skeleton shape="field" className="h-12" />
      <SkeletonText lines={3} />
    </div>
  )
}
