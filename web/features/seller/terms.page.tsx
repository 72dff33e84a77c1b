/** The public page of the seller agreement. */
import { dateWithYear } from '#domain/calendar'
import { useOwnShop } from '#features/account'
import { PageHead } from '#platform/page-head.tsx'
import { LinkButton } from '#ui/link-button'
import { NumberedText } from '#ui/numbered-text'
import { Page } from '#ui/page'
import { agreementDate, agreementIntroduction, agreementSections, agreementTitle } from './agreement.ts'

export function Component() {
  return (
    <Page width="reading" as="article" className="py-10 sm:py-14">
      <PageHead title={agreementTitle} description={agreementIntroduction} canonical="/seller/terms" />
      <h1 className="text-4xl sm:text-5xl">{agreementTitle}</h1>
      <p className="mt-3 mb-8 text-sm text-ink-soft">
        Last updated on <time dateTime={agreementDate}>{dateWithYear(agreementDate)}</time>
      </p>
      <NumberedText headingLevel="h2" introduction={agreementIntroduction} sections={agreementSections} />
      <NextStep />
    </Page>
  )
}

function NextStep() {
  const shop = useOwnShop()
  return (
    <div className="mt-12 rounded-3xl border border-line bg-card p-6 sm:p-8">
      <h2 className="text-2xl">{shop ? 'Thank you for taking care' : 'Ready to sell what you make?'}</h2>
      <p className="mt-2 text-ink-soft">
        {shop ? 'These points apply to everything in your shop.' : 'Opening a shop takes about a minute.'}
      </p>
      <LinkButton to={shop ? '/seller/dashboard' : '/seller/create-shop'} className="mt-5">
        {shop ? 'Go to your dashboard' : 'Open a shop'}
      </LinkButton>
    </div>
  )
}
