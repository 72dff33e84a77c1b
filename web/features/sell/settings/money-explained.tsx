/** What selling costs and when a seller is paid, from the fee that the server charges. */
import { moneyFacts } from '#domain/selling/seller-money'
import { useApp } from '#platform/app-context.ts'

export function MoneyExplained({ headingLevel: Heading = 'h2' }: { headingLevel?: 'h2' | 'h3' }) {
  const { feePercent = 0 } = useApp().config
  return (
    <section aria-label="What it costs, and when you are paid">
      <Heading className="text-2xl">What it costs, and when you are paid</Heading>
      <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-[9rem_1fr]">
        {moneyFacts(feePercent).map(({ subject, text }) => (
          <div key={subject} className="contents">
            <dt className="font-semibold max-sm:-mb-2">{subject}</dt>
            <dd className="text-pretty text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
