/** The editor of a drop, also of a new one. */
import { Plus, Trash2 } from 'lucide-react'
import { FormProvider, useFieldArray, useFormContext } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { dropState, dropStateLabels } from '#domain/catalogue/drops'
import { useNow } from '#platform/clock.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { BackLink } from '#ui/back-link'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { IconButton } from '#ui/icon-button'
import { LinkButton } from '#ui/link-button'
import { LoadFailed } from '#ui/load-failed'
import { Page } from '#ui/page'
import { Select } from '#ui/select'
import { Skeleton } from '#ui/skeleton'
import { TextArea } from '#ui/text-area'
import { TextField } from '#ui/text-field'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import {
  type DropFormInput,
  dropForm,
  emptyDropForm,
  emptyItem,
  emptySlot,
  toDropForm,
} from '#web/features/sell/drops/drop-form.ts'
import {
  type OwnDrop,
  ownDropsQuery,
  useDeleteDrop,
  useOwnDrops,
  useSaveDrop,
} from '#web/features/sell/drops/own-drops.ts'
import { SellerPage } from '#web/features/sell/frame/seller-page.ts'
import { type ChoosableProduct, useChoosableProducts } from '#web/features/sell/own-shop/choosable-products.ts'

export const handle = new SellerPage('Edit drop', { purpose: 'plan drops' })

export const loader = memberLoader((app, { id }) => void preload(app, ownDropsQuery(app, id)))

export function Component() {
  const { dropId = '' } = useParams()
  const { data: drops, isError, refetch } = useOwnDrops()
  const isNew = dropId === 'new'
  const drop = drops?.find(({ id }) => id === dropId) ?? null
  return (
    <Page width="reading" className="py-6 sm:py-10">
      <PageHead title={isNew ? 'New drop' : handle.title} hidden />
      <BackLink to="/seller/drops">Back to drops</BackLink>
      <h1 className="mt-2 text-3xl sm:text-4xl">{isNew ? 'New drop' : 'Edit drop'}</h1>
      {isNew || drop ? (
        <DropEditor key={dropId} drop={drop} />
      ) : isError ? (
        <LoadFailed title="Your drops could not be loaded" retry={() => void refetch()} />
      ) : drops ? (
        <EmptyState
          title="This drop doesn’t exist or isn’t yours"
          actions={<LinkButton to="/seller/drops">Your drops</LinkButton>}
        />
      ) : (
        <Skeleton shape="card" className="mt-8 h-96" />
      )}
    </Page>
  )
}

function DropEditor({ drop }: { drop: OwnDrop | null }) {
  const navigate = useNavigate()
  const form = useZodForm(dropForm, drop ? toDropForm(drop) : emptyDropForm)
  const { input } = form
  const save = useSaveDrop(drop?.id ?? null)
  const remove = useDeleteDrop()
  const now = useNow()
  const state = drop ? dropState(drop, drop.items, now) : 'draft'
  const hasOpened = state === 'open' || state === 'sold-out' || state === 'closed'
  const submitAs = (isPublished: boolean) =>
    form.handleSubmit((values) =>
      save.mutate({ form: values, isPublished }, { onSuccess: () => void navigate('/seller/drops') }),
    )
  const isPublished = drop?.is_published ?? false
  const deletableId = drop?.items.every(({ taken }) => taken === 0) ? drop.id : null
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submitAs(isPublished)(event)} className="mt-6 space-y-6">
        <Card className="space-y-5">
          {drop && <p className="text-ink-soft">{dropStateLabels[state]}</p>}
          <TextField label="Title" placeholder="Saturday bakes" autoComplete="off" {...input('title')} />
          <TextArea label="Description (optional)" rows={3} {...input('description')} />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField label="Opens" type="datetime-local" readOnly={hasOpened} {...input('opensAt')} />
            <TextField label="Order cut-off" type="datetime-local" {...input('cutOff')} />
          </div>
          <TextField
            label="Items for each buyer"
            inputMode="numeric"
            hint="The most that one buyer can order from the whole drop."
            className="sm:w-60"
            {...input('maxPerBuyer')}
          />
        </Card>
        <Items />
        <Slots />
        <div className="flex flex-wrap gap-3 *:max-sm:w-full">
          <Button size="lg" busy={save.isPending} onClick={(event) => void submitAs(true)(event)}>
            {isPublished ? 'Save drop' : 'Announce drop'}
          </Button>
          {!hasOpened && (
            <Button
              variant="secondary"
              size="lg"
              disabled={save.isPending}
              onClick={(event) => void submitAs(false)(event)}
            >
              {isPublished ? 'Back to draft' : 'Save draft'}
            </Button>
          )}
          {deletableId && (
            <Button
              variant="quiet"
              size="lg"
              busy={remove.isPending}
              onClick={() => remove.mutate(deletableId, { onSuccess: () => void navigate('/seller/drops') })}
            >
              Delete drop
            </Button>
          )}
        </div>
      </form>
    </FormProvider>
  )
}

const isSoldInDrops = ({ status, product_type }: ChoosableProduct) =>
  status === 'active' && product_type === 'standardized'

function Items() {
  const { control, register, formState } = useFormContext<DropFormInput>()
  const { fields, append, remove } = useFieldArray({ control, name: 'items' })
  const products = useChoosableProducts(isSoldInDrops)
  const options = [
    { value: '', label: 'Choose a product' },
    ...products.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <Card>
      <h2 className="text-xl">Items</h2>
      <p className="mt-1 text-pretty text-ink-soft">
        Each has a stock for this drop, apart from the product’s own stock.
      </p>
      <ul className="mt-4 divide-y divide-line">
        {fields.map((field, index) => {
          const errors = formState.errors.items?.[index]
          return (
            <li
              key={field.id}
              className="grid grid-cols-[1fr_1fr_auto] items-start gap-3 py-4 sm:grid-cols-[2fr_1fr_1fr_auto]"
            >
              <Select
                // The options arrive after the value, which an uncontrolled select would lose.
                key={products.length}
                label={`Product ${index + 1}`}
                options={options}
                error={errors?.productId?.message}
                className="max-sm:col-span-3"
                {...register(`items.${index}.productId`)}
              />
              <TextField
                label="Stock"
                inputMode="numeric"
                error={errors?.stock?.message}
                {...register(`items.${index}.stock`)}
              />
              <TextField
                label="Per buyer"
                inputMode="numeric"
                placeholder="Any"
                error={errors?.maxPerBuyer?.message}
                {...register(`items.${index}.maxPerBuyer`)}
              />
              <IconButton
                icon={Trash2}
                label={`Remove item ${index + 1}`}
                className="mt-7"
                onClick={() => remove(index)}
              />
            </li>
          )
        })}
      </ul>
      <Button variant="secondary" onClick={() => append(emptyItem)} className="mt-2">
        <Plus aria-hidden="true" className="size-5" />
        Add item
      </Button>
    </Card>
  )
}

function Slots() {
  const { control, register, formState } = useFormContext<DropFormInput>()
  const { fields, append, remove } = useFieldArray({ control, name: 'slots' })
  return (
    <Card>
      <h2 className="text-xl">Hand-over times</h2>
      <p className="mt-1 text-pretty text-ink-soft">
        They begin after the order cut-off, and replace your usual windows.
      </p>
      <ul className="mt-4 divide-y divide-line">
        {fields.map((field, index) => {
          const errors = formState.errors.slots?.[index]
          return (
            <li key={field.id} className="grid grid-cols-2 items-start gap-3 py-4 sm:grid-cols-3">
              <Select
                label="By"
                options={[
                  { value: 'pickup', label: 'Pickup' },
                  { value: 'delivery', label: 'Delivery' },
                ]}
                {...register(`slots.${index}.fulfilment`)}
              />
              <TextField label="Day" type="date" error={errors?.date?.message} {...register(`slots.${index}.date`)} />
              <TextField
                label="From"
                type="time"
                error={errors?.start?.message}
                {...register(`slots.${index}.start`)}
              />
              <TextField label="To" type="time" error={errors?.end?.message} {...register(`slots.${index}.end`)} />
              <TextField
                label="Orders"
                inputMode="numeric"
                placeholder="Any"
                error={errors?.maxOrders?.message}
                {...register(`slots.${index}.maxOrders`)}
              />
              <IconButton
                icon={Trash2}
                label={`Remove time ${index + 1}`}
                className="mt-7"
                onClick={() => remove(index)}
              />
            </li>
          )
        })}
      </ul>
      <Button variant="secondary" onClick={() => append(emptySlot)} className="mt-2">
        <Plus aria-hidden="true" className="size-5" />
        Add time
      </Button>
    </Card>
  )
}
