/** The seller's announcements: how many members follow the shop, a form for a new one, and those that were sent. */
import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useId } from 'react'
import { Controller } from 'react-hook-form'
import { dayAndTime } from '#domain/values/calendar'
import { relativeAge } from '#domain/values/relative-age'
import { useApp } from '#platform/app-context.ts'
import { useNow } from '#platform/clock.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Loaded } from '#ui/loaded'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { Select } from '#ui/select'
import { Skeleton } from '#ui/skeleton'
import { TextArea } from '#ui/text-area'
import { TextField } from '#ui/text-field'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { useMember } from '#web/features/account/auth/require-account.tsx'
import { announcementForm } from '#web/features/sell/announcements/announcement-form.ts'
import {
  type Sent,
  type SentAnnouncement,
  sentQuery,
  useAnnounce,
  useWithdraw,
} from '#web/features/sell/announcements/announcements.ts'
import { SellerPage, useSellerShop } from '#web/features/sell/frame/seller-page.ts'
import {
  type ChoosableProduct,
  choosableProductsQuery,
  useChoosableProducts,
} from '#web/features/sell/own-shop/choosable-products.ts'

export const handle = new SellerPage('Announcements')

export const loader = memberLoader((app, { id }) => {
  void preload(app, sentQuery(app, id))
  void preload(app, choosableProductsQuery(app, id))
})

const perWeek = 2
const weekMs = 7 * 24 * 60 * 60_000

export function Component() {
  const query = useQuery(sentQuery(useApp(), useMember().id))
  return (
    <Page width="reading" className="py-6 sm:py-10">
      <PageHead title={handle.title} hidden />
      <h1 className="text-4xl">Announcements</h1>
      <p className="mt-3 max-w-prose text-lg text-pretty text-ink-soft">
        Tell your followers what you bake next. You can send {perWeek} in 7 days.
      </p>
      <Loaded
        query={query}
        failed="Your announcements could not be loaded"
        loading={<Skeleton shape="card" className="mt-8 h-96" />}
      >
        {(sent) => <Announcements sent={sent} />}
      </Loaded>
    </Page>
  )
}

function Announcements({ sent }: { sent: Sent }) {
  const isOpen = useSellerShop().status === 'active'
  const next = nextAt(sent.announcements, useNow())
  return (
    <>
      <p className="mt-6 flex flex-wrap items-center gap-x-3 gap-y-1">
        <BellRing aria-hidden="true" className="size-6 text-berry" />
        <strong className="text-lg font-semibold">
          {sent.followers === 1 ? '1 follower' : `${sent.followers.toLocaleString('en-GB')} followers`}
        </strong>
        <span className="text-ink-soft">{sent.byEmail.toLocaleString('en-GB')} by email as well</span>
      </p>
      {!isOpen ? (
        <Notice tone="warning" className="mt-6">
          Your shop is not open, so it cannot send announcements.
        </Notice>
      ) : next === null ? (
        <NewAnnouncement />
      ) : (
        <Notice tone="info" className="mt-6">
          You have sent {perWeek} announcements in 7 days. You can send the next one {next}.
        </Notice>
      )}
      <SentList announcements={sent.announcements} />
    </>
  )
}

/** When the next announcement may be sent, in words, or null if one may be sent now. */
function nextAt(announcements: readonly SentAnnouncement[], now: Date): string | null {
  const limiting = announcements[perWeek - 1]
  if (!limiting) return null
  const at = Date.parse(limiting.created_at) + weekMs
  return at <= now.getTime() ? null : `on ${dayAndTime(new Date(at).toISOString())}`
}

const isListed = ({ is_listed }: ChoosableProduct) => is_listed

function NewAnnouncement() {
  const { input, handleSubmit, reset, control } = useZodForm(announcementForm, { title: '', text: '', productId: '' })
  const products = useChoosableProducts(isListed)
  const announce = useAnnounce()
  const submit = handleSubmit((announcement) => announce.mutate(announcement, { onSuccess: () => reset() }))
  return (
    <Card className="mt-6">
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
        <h2 className="text-xl">New announcement</h2>
        <TextField
          label="Title"
          placeholder="This Saturday’s menu"
          autoComplete="off"
          maxLength={80}
          {...input('title')}
        />
        <TextArea
          label="What would you like to say?"
          rows={5}
          maxLength={1000}
          hint="Plain words. Your followers read it in the app, and by email if they chose so."
          {...input('text')}
        />
        {products.length > 0 && (
          <Controller
            control={control}
            name="productId"
            render={({ field }) => (
              <Select
                label="Link to a product (optional)"
                options={[
                  { value: '', label: 'No link' },
                  ...products.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                value={field.value}
                onValueChange={field.onChange}
              />
            )}
          />
        )}
        <Button type="submit" size="lg" busy={announce.isPending} className="max-sm:w-full">
          {announce.isPending ? 'Sending...' : 'Send to followers'}
        </Button>
      </form>
    </Card>
  )
}

function SentList({ announcements }: { announcements: readonly SentAnnouncement[] }) {
  const headingId = useId()
  const now = useNow()
  const withdraw = useWithdraw()
  return (
    <section aria-labelledby={headingId} className="mt-10">
      <h2 id={headingId} className="text-2xl">
        Sent
      </h2>
      {announcements.length === 0 && <p className="mt-3 text-ink-soft">Nothing yet.</p>}
      <ul className="mt-4 space-y-3">
        {announcements.map(
          ({ id, title, text, created_at: at, is_hidden: isHidden, is_withdrawn: isWithdrawn, delivery }) => (
            <li key={id} className="rounded-card border border-line bg-card px-5 py-4">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <h3 className="text-lg wrap-anywhere">{title}</h3>
                {isHidden && <Badge tone="alarm">Hidden by Tuckbox</Badge>}
                {isWithdrawn && <Badge>Withdrawn</Badge>}
              </div>
              <p className="text-sm text-ink-soft">
                {relativeAge(new Date(at), now)}
                {delivery && ` · ${reachText(delivery)}`}
              </p>
              <p className="mt-2 line-clamp-4 whitespace-pre-line text-pretty wrap-anywhere">{text}</p>
              {!isWithdrawn && !isHidden && (
                <Button
                  variant="secondary"
                  size="sm"
                  className="mt-3"
                  aria-label={`Withdraw ${title}`}
                  busy={withdraw.isPending && withdraw.variables === id}
                  onClick={() => withdraw.mutate(id)}
                >
                  Withdraw
                </Button>
              )}
            </li>
          ),
        )}
      </ul>
    </section>
  )
}

function reachText({ notified, emailed, finished_at: finishedAt }: NonNullable<SentAnnouncement['delivery']>): string {
  const reached = `${notified.toLocaleString('en-GB')} told, ${emailed.toLocaleString('en-GB')} by email as well`
  return finishedAt === null ? `${reached} so far` : reached
}
