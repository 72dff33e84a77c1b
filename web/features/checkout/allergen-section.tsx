/** The allergens of all items, and the checkbox that confirms they were read. */
import { TriangleAlert } from 'lucide-react'
import type { AllergenOverview, OverviewGroup } from '#domain/allergen-overview'
import { Card } from '#ui/card'
import { Checkbox } from '#ui/checkbox'
import { Notice } from '#ui/notice'
import { classNames } from '#web/ui/class-names.ts'
import { errorIds } from './checkout-errors.ts'
import { FieldError } from './field-error.tsx'

export interface AllergenSectionProps {
  overview: AllergenOverview
  isRead: boolean
  onRead: (isRead: boolean) => void
  error: string | undefined
}

export function AllergenSection({ overview: { contains, mayContain }, isRead, onRead, error }: AllergenSectionProps) {
  const avoided = [...contains, ...mayContain].filter(({ isAvoided }) => isAvoided)
  const id = errorIds.allergens
  return (
    <section aria-labelledby="allergens-heading">
      <Card className="flex flex-col gap-5">
        <h2 id="allergens-heading" className="text-xl">
          Allergens in your order
        </h2>
        {avoided.length > 0 && (
          <Notice tone="error" icon={TriangleAlert}>
            <strong className="font-semibold">Your household avoids some of these.</strong> They are marked below.
          </Notice>
        )}
        {contains.length === 0 && mayContain.length === 0 ? (
          <p>Nothing in your order contains any of the 14 allergens.</p>
        ) : (
          <>
            <Groups title="Contains" groups={contains} />
            <Groups title="May contain" groups={mayContain} />
          </>
        )}
        <div id={id} className="scroll-mt-28 border-t border-line pt-4">
          <Checkbox
            label="I have read the allergens of everything in my order"
            checked={isRead}
            aria-invalid={error ? true : undefined}
            aria-describedby={error && `${id}-error`}
            onChange={(event) => onRead(event.currentTarget.checked)}
          />
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      </Card>
    </section>
  )
}

function Groups({ title, groups }: { title: string; groups: readonly OverviewGroup[] }) {
  if (groups.length === 0) return null
  return (
    <div>
      <h3 className="font-sans text-base tracking-normal">{title}</h3>
      <dl className="mt-2 space-y-2">
        {groups.map(({ key, wording, products, isAvoided }) => (
          <div
            key={key}
            className={classNames(
              'sm:grid sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] sm:gap-4',
              isAvoided && '-mx-3 rounded-lg bg-alarm-pale px-3 py-1.5 text-alarm-deep',
            )}
          >
            <dt className="font-medium">
              {wording}
              {isAvoided && <span className="font-semibold"> – your household avoids this</span>}
            </dt>
            <dd className={classNames('wrap-anywhere', !isAvoided && 'text-ink-soft')}>{products.join(' · ')}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
