/** The delivery terms of the seller's shop: one fee, distance bands or postcode districts. */

import { FormProvider, useFormContext } from 'react-hook-form'
import { deliveryFeePence, freeDeliveryOverPence } from '#domain/delivery/delivery'
import { milesText } from '#domain/locations/distance'
import { formatPence, shortPence } from '#domain/values/money'
import { fieldProps } from '#platform/field-props.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { useUnsavedChanges } from '#platform/unsaved-changes.tsx'
import { useZodForm } from '#platform/zod-form.ts'
import { BackLink } from '#ui/back-link'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Choice } from '#ui/choice'
import { Link } from '#ui/link'
import { Loaded } from '#ui/loaded'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { Skeleton } from '#ui/skeleton'
import { TextField } from '#ui/text-field'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { DeliveryExample } from '#web/features/sell/delivery/delivery-example.tsx'
import {
  type DeliveryTermsColumns,
  deliveryTermsQuery,
  useDeliveryTerms,
  useSaveDeliveryTerms,
} from '#web/features/sell/delivery/delivery-terms.ts'
import {
  type DeliveryTermsFormInput,
  deliveryTermsForm,
  deliveryTermsFormValues,
} from '#web/features/sell/delivery/delivery-terms-form.ts'
import { AreaFields, BandFields } from '#web/features/sell/delivery/delivery-zone-fields.tsx'
import { SellerPage, useSellerShop } from '#web/features/sell/frame/seller-page.ts'
import type { OwnShop } from '#web/features/sell/own-shop/own-shop.ts'

export const handle = new SellerPage('Delivery terms')

export const loader = memberLoader((app, { id }) => void preload(app, deliveryTermsQuery(app, id)))

export function Component() {
  const query = useDeliveryTerms()
  return (
    <Page width="reading" className="py-6 sm:py-10">
      <PageHead title={handle.title} hidden />
      <BackLink to="/seller/shop-settings">Back to shop settings</BackLink>
      <h1 className="mt-2 text-4xl">Delivery terms</h1>
      <p className="mt-3 max-w-prose text-lg text-pretty text-ink-soft">
        Shoppers see what delivery to their place costs on every product, in the basket and at the checkout. Your own
        fee is paid with your own orders, and is all yours.
      </p>
      <Loaded
        query={query}
        failed="Your delivery terms could not be loaded"
        loading={<Skeleton shape="card" className="mt-8 h-96" />}
      >
        {(terms) => <TermsForm terms={terms} />}
      </Loaded>
    </Page>
  )
}

const bases = [
  {
    value: 'common',
    title: 'Tuckbox’s usual terms',
    about: `${formatPence(deliveryFeePence)} for all shops of a purchase together, free over ${shortPence(freeDeliveryOverPence)}.`,
  },
  { value: 'flat', title: 'One fee', about: 'The same for every address.' },
  { value: 'distance', title: 'By distance', about: 'Measured in a straight line from your town.' },
  { value: 'postcode', title: 'By postcode', about: 'You list the districts, such as SE1 and SE15.' },
] as const

function TermsForm({ terms }: { terms: DeliveryTermsColumns | null }) {
  const shop = useSellerShop()
  const form = useZodForm(deliveryTermsForm, deliveryTermsFormValues(terms))
  const save = useSaveDeliveryTerms(shop.id)
  const basis = form.watch('basis')
  const needsPlace = basis === 'distance' && shop.lat === null
  useUnsavedChanges(form.formState.isDirty)
  const submit = form.handleSubmit((row) => {
    const saved = form.getValues()
    const terms = row && { ...row, zones: JSON.parse(JSON.stringify(row.zones)) }
    save.mutate(terms, { onSuccess: () => form.reset(saved, { keepValues: true }) })
  })
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-6 space-y-6">
        <Card>
          <fieldset className="min-w-0">
            <legend className="font-display text-xl">What you charge</legend>
            <div className="mt-3 grid gap-2 sm:grid-cols-2">
              {bases.map(({ value, title, about }) => (
                <Choice key={value} look="card" value={value} {...form.register('basis')}>
                  <span className="block font-semibold">{title}</span>
                  <span className="block text-sm text-pretty text-ink-soft">{about}</span>
                </Choice>
              ))}
            </div>
          </fieldset>
          {basis !== 'common' && <FeeFields basis={basis} />}
          {needsPlace && (
            <Notice tone="warning" className="mt-4">
              Your shop has no town yet, so distances cannot be measured. Choose it in the{' '}
              <Link to="/seller/shop-settings" className="font-semibold underline underline-offset-4">
                shop settings
              </Link>{' '}
              first.
            </Notice>
          )}
        </Card>
        {basis !== 'common' && <Conditions />}
        {basis !== 'common' && <DeliveryExample shop={shop} />}
        <Radius shop={shop} />
        <Button type="submit" size="lg" busy={save.isPending} disabled={needsPlace} className="max-sm:w-full">
          {save.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </form>
    </FormProvider>
  )
}

function FeeFields({ basis }: { basis: Exclude<DeliveryTermsFormInput['basis'], 'common'> }) {
  if (basis === 'distance') return <BandFields />
  return basis === 'postcode' ? <AreaFields /> : <FlatFee />
}

function FlatFee() {
  const { register, formState } = useFormContext<DeliveryTermsFormInput>()
  const input = fieldProps(register, formState.errors)
  return (
    <TextField
      label="Fee for each delivery (£)"
      inputMode="decimal"
      autoComplete="off"
      {...input('fee')}
      className="mt-5 max-w-60"
    />
  )
}

function Conditions() {
  const { register, formState } = useFormContext<DeliveryTermsFormInput>()
  const input = fieldProps(register, formState.errors)
  return (
    <Card>
      <h2 className="text-xl">Free delivery and minimum order</h2>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <TextField
          label="Free from (£)"
          hint="Orders of this amount or more pay nothing. Leave it empty for never."
          inputMode="decimal"
          placeholder="Never"
          autoComplete="off"
          {...input('freeFrom')}
        />
        <TextField
          label="Minimum order (£)"
          hint="For deliveries only, not for quotes. Leave it empty for none."
          inputMode="decimal"
          placeholder="None"
          autoComplete="off"
          {...input('minimumOrder')}
        />
      </div>
    </Card>
  )
}

/** The radius limits every basis. It is set with the town that it is measured from. */
function Radius({ shop }: { shop: OwnShop }) {
  const { delivery_radius_miles: radius } = shop
  return (
    <p className="text-sm text-pretty text-ink-soft">
      {radius === null
        ? 'Your shop has no delivery radius. '
        : `Your delivery radius of ${milesText(radius)} also applies: nobody farther away can order for delivery. `}
      <Link to="/seller/shop-settings" className="text-link">
        Change the delivery radius
      </Link>
    </p>
  )
}
