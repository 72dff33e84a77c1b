/** The frame of the settings pages: members only, with a heading and navigation. */
import { Bell, MapPin, ShieldCheck, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { RequireAccount, type SessionUser } from '#features/auth'
import { PageHead } from '#platform/page-head.tsx'
import { Page } from '#ui/page'
import { Skeleton, SkeletonText } from '#ui/skeleton'

const pages = [
  { to: '/settings/profile', text: 'Profile', Icon: UserRound },
  { to: '/settings/addresses', text: 'Addresses', Icon: MapPin },
  { to: '/settings/security', text: 'Security', Icon: ShieldCheck },
  { to: '/settings/notifications', text: 'Notifications', Icon: Bell },
] as const

export type SettingsPage = (typeof pages)[number]['text']

export interface SettingsFrameProps {
  page: SettingsPage
  /** One sentence about the page. */
  introduction: string
  children: (user: SessionUser) => ReactNode
}

export function SettingsFrame({ page, introduction, children }: SettingsFrameProps) {
  return (
    <Page className="pt-8 sm:pt-12">
      <PageHead title={`${page} settings`} hidden />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-6 md:grid-cols-[13rem_minmax(0,1fr)]">
        <div>
          <p className="mb-4 font-display text-3xl font-semibold sm:text-4xl md:mb-6">Settings</p>
          <nav aria-label="Settings" className="-mx-2 overflow-x-auto md:mx-0">
            <ul className="flex gap-1 md:flex-col">
              {pages.map(({ to, text, Icon }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    aria-current={text === page ? 'page' : undefined}
                    className="flex h-11 items-center gap-3 rounded-xl px-3.5 font-medium max-md:px-2 max-md:text-menu whitespace-nowrap hover:bg-paper-deep aria-[current=page]:bg-paper-deep aria-[current=page]:font-semibold aria-[current=page]:text-berry"
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
          <h1 className="text-2xl sm:text-3xl">{page}</h1>
          <p className="mt-1.5 mb-7 text-pretty text-ink-soft">{introduction}</p>
          <RequireAccount fallback={<Placeholder page={page} />}>{children}</RequireAccount>
        </div>
      </div>
    </Page>
  )
}

function Placeholder({ page }: { page: SettingsPage }) {
  return (
    <div className="space-y-4">
      <p role="status" className="sr-only">
        Loading {page.toLowerCase()}...
      </p>
      <Skeleton shape="field" className="h-12" />
      <SkeletonText lines={3} />
    </div>
  )
}
