/** A shop's cancellation terms: the marketplace's, or its own. */
import { useWatch } from 'react-hook-form'
import { type CancellationTerms, cancellationPolicy, termsOf } from '#domain/orders/cancellation-terms'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { useUnsavedChanges } from '#platform/unsaved-changes.tsx'
import { useZodForm } from '#platform/zod-form.ts'
import { BackLink } from '#ui/back-link'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Choice } from '#ui/choice'
import { Loaded } from '#ui/loaded'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { Skeleton } from '#ui/skeleton'
import { TextField } from '#ui/text-field'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { SellerPage, useSellerShop } from '#web/features/sell/frame/seller-page.ts'
import { cancellationForm, cancellationFormValues } from '#web/features/sell/settings/cancellation-form.ts'
import {
  cancellationTermsQuery,
  useCancellationTerms,
  useSaveCancellationTerms,
} from '#web/features/sell/settings/cancellation-terms.ts'

export const handle = new SellerPage('Cancellation terms')

export const loader = memberLoader((app, { id }) => void preload(app, cancellationTermsQuery(app, id)))

export function Component() {
  const query = useCancellationTerms()
  return (
    <Page width="reading" className="py-6 sm:py-10">
      <PageHead title={handle.title} hidden />
      <BackLink to="/seller/shop-settings">Back to shop settings</BackLink>
      <h1 className="mt-2 text-4xl">Cancellation terms</h1>
      <p className="mt-3 max-w-prose text-lg text-pretty text-ink-soft">
        Buyers see your terms before they pay, and each order keeps the terms it was placed with.
      </p>
      <Loaded
        query={query}
        failed="Your terms could not be loaded"
        loading={<Skeleton shape="card" className="mt-8 h-96" />}
      >
        {(terms) => <TermsForm terms={terms} />}
      </Loaded>
      <Law />
    </Page>
  )
}

function TermsForm({ terms }: { terms: CancellationTerms | null }) {
  const form = useZodForm(cancellationForm, cancellationFormValues(terms))
  const save = useSaveCancellationTerms(useSellerShop().id)
  useUnsavedChanges(form.formState.isDirty)
  const submit = form.handleSubmit((columns) => {
    const saved = form.getValues()
    save.mutate(columns, { onSuccess: () => form.reset(saved, { keepValues: true }) })
  })
  const values = useWatch({ control: form.control })
  const shown = cancellationForm.safeParse(values)
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-6 space-y-6">
      <Card className="space-y-5">
        <fieldset className="min-w-0 space-y-2">
          <legend className="mb-2 font-display text-xl">Until when can a buyer cancel?</legend>
          <Choice look="card" value="market" {...form.register('kind')}>
            <span className="block font-semibold">As on the rest of Tuckbox</span>
            <span className="block text-sm text-pretty text-ink-soft">
              A full refund for 24 hours after payment or until 4 hours before pickup, whichever comes first. After that
              the order cannot be cancelled.
            </span>
          </Choice>
          <Choice look="card" value="own" {...form.register('kind')}>
            <span className="block font-semibold">My own terms</span>
            <span className="block text-sm text-pretty text-ink-soft">
              A full refund until some hours before pickup or delivery. After that a part of it, until the time agreed.
            </span>
          </Choice>
        </fieldset>
        {values.kind === 'own' && (
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label="Hours before pickup or delivery"
              inputMode="numeric"
              hint="From 4 hours to 90 days (2160). 48 hours is two days."
              {...form.input('hoursBefore')}
            />
            <TextField
              label="Refund after that, in %"
              inputMode="numeric"
              hint="0 for nothing, 50 for half of what was paid."
              {...form.input('refundPercent')}
            />
          </div>
        )}
        {shown.success && (
          <Notice tone="info">
            <strong className="font-semibold">Buyers read:</strong> {cancellationPolicy(termsOf(shown.data))}
          </Notice>
        )}
      </Card>
      <Button type="submit" size="lg" busy={save.isPending} className="max-sm:w-full">
        {save.isPending ? 'Saving...' : 'Save terms'}
      </Button>
    </form>
  )
}

const law = [
  'If you cancel an order, its buyer always gets everything back.',
  'Food that is not as described, or not fit to eat, must be put right. No terms change that.',
  'Food that spoils quickly, or is made to a buyer’s wishes, is exempt from the 14-day right to cancel an online purchase. Your terms decide.',
  'For anything else, such as a sealed jar that keeps for months, a buyer has 14 days from delivery to change their mind. Please refund it then, from the order’s page.',
  'Buyers get your pickup address when free cancelling ends. That is why it ends at least 4 hours before.',
  'A delivery without an agreed day can be cancelled for 24 hours, because there is no time to count back from.',
]

function Law() {
  return (
    <section aria-labelledby="law" className="mt-10">
      <h2 id="law" className="text-2xl">
        What always applies
      </h2>
      <ul className="mt-3 max-w-prose list-disc space-y-2 pl-5 text-pretty">
        {law.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="mt-3 max-w-prose text-sm text-pretty text-ink-soft">
        This follows the Consumer Contracts Regulations 2013 and the Consumer Rights Act 2015. It is not legal advice.
      </p>
    </section>
  )
}
