/** The facts about the seller's kitchen, which shoppers with allergies read beside every declaration. */

import { Controller, type UseFormReturn } from 'react-hook-form'
import { isReviewDue, type Kitchen, otherAllergens, prominentAllergens } from '#domain/food/kitchen'
import { dayWithYear } from '#domain/values/calendar'
import { useNow } from '#platform/clock.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { useUnsavedChanges } from '#platform/unsaved-changes.tsx'
import { useZodForm } from '#platform/zod-form.ts'
import { BackLink } from '#ui/back-link'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Choice } from '#ui/choice'
import { FormError } from '#ui/form-error'
import { Loaded } from '#ui/loaded'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { Skeleton } from '#ui/skeleton'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { SellerPage, useSellerShop } from '#web/features/sell/frame/seller-page.ts'
import { kitchenQuery, useConfirmKitchen, useKitchen } from '#web/features/sell/settings/kitchen.ts'
import {
  type KitchenAnswer,
  type KitchenFormInput,
  type KitchenRecord,
  kitchenAnswers,
  kitchenForm,
  kitchenFormValues,
} from '#web/features/sell/settings/kitchen-form.ts'

export const handle = new SellerPage('Kitchen facts')

export const loader = memberLoader((app, { id }) => void preload(app, kitchenQuery(app, id)))

export function Component() {
  const query = useKitchen()
  return (
    <Page width="reading" className="py-6 sm:py-10">
      <PageHead title={handle.title} hidden />
      <BackLink to="/seller/shop-settings">Back to shop settings</BackLink>
      <h1 className="mt-2 text-4xl">Kitchen facts</h1>
      <p className="mt-3 max-w-prose text-lg text-pretty text-ink-soft">
        Shoppers with allergies read them on your shop page and beside the allergens of each product. What you do not
        answer is shown as “not stated”.
      </p>
      <Loaded
        query={query}
        failed="Your kitchen facts could not be loaded"
        loading={<Skeleton shape="card" className="mt-8 h-96" />}
      >
        {(kitchen) => <KitchenForm kitchen={kitchen} />}
      </Loaded>
    </Page>
  )
}

type Form = UseFormReturn<KitchenFormInput, unknown, KitchenRecord>

function KitchenForm({ kitchen }: { kitchen: Kitchen | null }) {
  const form = useZodForm(kitchenForm, kitchenFormValues(kitchen))
  const confirm = useConfirmKitchen(useSellerShop().id)
  useUnsavedChanges(form.formState.isDirty)
  const submit = form.handleSubmit((facts) => {
    const saved = form.getValues()
    confirm.mutate(facts, { onSuccess: () => form.reset(saved, { keepValues: true }) })
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-6 space-y-6">
      <LastReview kitchen={kitchen} />
      <Card>
        <h2 className="text-xl">What your kitchen handles</h2>
        <p className="mt-1 text-pretty text-ink-soft">Think of everything made or stored there, your own food too.</p>
        <Questions form={form} allergens={prominentAllergens} />
        <h3 className="mt-6 font-sans text-base tracking-normal">Other allergens</h3>
        <Questions form={form} allergens={otherAllergens} />
      </Card>
      <Card>
        <h2 className="text-xl">How you work</h2>
        <ul className="mt-3 divide-y divide-line">
          <Question form={form} name="sharesEquipment" label="Equipment is shared" />
          <Question form={form} name="isNutFree" label="It is a dedicated nut-free kitchen" />
        </ul>
        <FormError message={form.formState.errors.isNutFree?.message} className="mt-3" />
      </Card>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" size="lg" busy={confirm.isPending} className="max-sm:w-full">
          {confirm.isPending ? 'Saving...' : 'Confirm kitchen facts'}
        </Button>
        <p className="text-sm text-pretty text-ink-soft">Your shop then shows today as the date of the review.</p>
      </div>
    </form>
  )
}

function LastReview({ kitchen }: { kitchen: Kitchen | null }) {
  const now = useNow()
  if (!kitchen) return <Notice tone="info">You have not stated anything yet, and your shop says so.</Notice>
  const day = dayWithYear(kitchen.reviewed_at)
  if (!isReviewDue(kitchen.reviewed_at, now)) return <Notice tone="success">Reviewed {day}.</Notice>
  return (
    <Notice tone="warning">
      <strong className="font-semibold">Your last review, on {day}, is more than six months ago.</strong> Please check
      every answer and confirm the facts again.
    </Notice>
  )
}

function Questions({ form, allergens }: { form: Form; allergens: typeof prominentAllergens }) {
  return (
    <ul className="mt-3 divide-y divide-line">
      {allergens.map(({ key, label }) => (
        <Question key={key} form={form} name={`handles.${key}`} label={label} />
      ))}
    </ul>
  )
}

interface QuestionProps {
  form: Form
  name: `handles.${(typeof prominentAllergens)[number]['key']}` | 'sharesEquipment' | 'isNutFree'
  label: string
}

const answerTones: Record<KitchenAnswer, string> = {
  yes: 'has-checked:bg-berry-pale has-checked:text-berry',
  no: 'has-checked:bg-berry-pale has-checked:text-berry',
  unstated: 'has-checked:bg-ink/5',
}
const answerLabels: Record<KitchenAnswer, string> = { yes: 'Yes', no: 'No', unstated: 'Not stated' }

function Question({ form, name, label }: QuestionProps) {
  const id = `kitchen-${name}`
  return (
    <li className="flex justify-between gap-x-4 gap-y-2 py-2.5 max-sm:flex-col sm:items-center">
      <span id={id} className="font-semibold">
        {label}
      </span>
      <Controller
        control={form.control}
        name={name}
        render={({ field }) => (
          <span
            role="radiogroup"
            aria-labelledby={id}
            className="grid grid-cols-3 overflow-hidden rounded-full border border-ink/25 sm:w-80 sm:shrink-0"
          >
            {kitchenAnswers.map((answer) => (
              <Choice
                key={answer}
                look="segment"
                name={name}
                value={answer}
                checked={field.value === answer}
                onChange={() => field.onChange(answer)}
                className={answerTones[answer]}
              >
                {answerLabels[answer]}
              </Choice>
            ))}
          </span>
        )}
      />
    </li>
  )
}
