/** The allergens of all items, and the checkbox that confirms they were read. */
import { TriangleAlert } from 'lucide-react'
import { joinWithAnd } from '#domain/values/join-with-and'
import { Card } from '#ui/card'
import { Notice } from '#ui/notice'
import { classNames } from '#web/ui/class-names.ts'
import type { AllergenOverview, OverviewGroup } from './allergen-overview.ts'
import { errorIds } from './checkout-errors.ts'
import { Confirmation } from './confirmation.tsx'
import { SectionError } from './section-error.tsx'

export interface AllergenSectionProps {
  overview: AllergenOverview
  isRead: boolean
  /** Whether something above is loading. */
  isMoving: boolean
  onRead: (isRead: boolean) => void
  error: string | undefined
}

export function AllergenSection({ overview, isRead, isMoving, onRead, error }: AllergenSectionProps) {
  const { contains, mayContain, undeclared, kitchens, mentioned, unchecked } = overview
  const rows = [...contains, ...mayContain, ...undeclared, ...mentioned]
  const id = errorIds.allergens
  return (
    <section aria-labelledby="allergens-heading">
      <Card className="flex flex-col gap-5">
        <h2 id="allergens-heading" className="text-xl">
          Allergens in your order
        </h2>
        {rows.some(({ avoided }) => avoided.length > 0) && (
          <Notice tone="error" icon={TriangleAlert}>
            <strong className="font-semibold">Your household avoids some of these.</strong> They are marked below.
          </Notice>
        )}
        {contains.length + mayContain.length + undeclared.length === 0 ? (
          <p>Nothing in your order contains any of the 14 allergens.</p>
        ) : (
          <>
            <Rows title="Contains" rows={contains.map(rowOf)} />
            <Rows title="May contain" rows={mayContain.map(rowOf)} />
            <Rows title="Not declared" rows={undeclared.map(rowOf)} />
          </>
        )}
        <Rows
          title="Shared kitchens"
          tone="honey"
          rows={kitchens.map(({ what, ...row }) => ({ ...row, title: what.charAt(0).toUpperCase() + what.slice(1) }))}
        />
        <Rows
          title="Named by the sellers"
          rows={mentioned.map(({ food, ...row }) => ({ ...row, title: food.charAt(0).toUpperCase() + food.slice(1) }))}
        />
        {unchecked.length > 0 && (
          <Notice tone="warning">
            <strong className="font-semibold">Could not be checked: {joinWithAnd(unchecked)}.</strong> No declaration
            covers this. Please ask the sellers.
          </Notice>
        )}
        <div id={id} className="scroll-mt-28 border-t border-line pt-4">
          <Confirmation
            isMoving={isMoving}
            label="I have read the allergens of everything in my order"
            checked={isRead}
            aria-invalid={error ? true : undefined}
            aria-describedby={error && `${id}-error`}
            onChange={(event) => onRead(event.currentTarget.checked)}
          />
          <SectionError id={`${id}-error`}>{error}</SectionError>
        </div>
      </Card>
    </section>
  )
}

interface Row {
  readonly title: string
  readonly products: readonly string[]
  readonly avoided: readonly string[]
}

const rowOf = ({ wording, products, avoided }: OverviewGroup): Row => ({ title: wording, products, avoided })

const tones = { alarm: 'bg-alarm-pale text-alarm-deep', honey: 'bg-honey-pale text-honey-deep' }

function Rows({ title, rows, tone = 'alarm' }: { title: string; rows: readonly Row[]; tone?: keyof typeof tones }) {
  if (rows.length === 0) return null
  return (
    <div>
      <h3 className="font-sans text-base tracking-normal">{title}</h3>
      <dl className="mt-2 space-y-2">
        {rows.map(({ title: name, products, avoided }) => {
          const isAvoided = avoided.length > 0
          return (
            <div
              key={name}
              className={classNames(
                'sm:grid sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] sm:gap-4',
                isAvoided && `-mx-3 rounded-lg px-3 py-2 ${tones[tone]}`,
              )}
            >
              <dt className="font-medium wrap-anywhere">
                {name}
                {avoided.map((sentence) => (
                  <span key={sentence} className="block text-sm font-semibold">
                    {sentence}
                  </span>
                ))}
              </dt>
              <dd className={classNames('wrap-anywhere', !isAvoided && 'text-ink-soft')}>{products.join(' · ')}</dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}
