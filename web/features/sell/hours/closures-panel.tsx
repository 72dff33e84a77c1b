/** The closures of a shop: days without pickup or delivery. */
import { CalendarX2 } from 'lucide-react'
import { useId } from 'react'
import { backOn } from '#domain/pickup/pickup'
import { dateWithYear, londonTime, longDate } from '#domain/values/calendar'
import { useNow } from '#platform/clock.ts'
import { useUnsavedChanges } from '#platform/unsaved-changes.tsx'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { Loading, Skeleton } from '#ui/skeleton'
import { TextField } from '#ui/text-field'
import { closureForm } from './closure-form.ts'
import { type OwnedClosure, useAddClosure, useClosures, useDeleteClosure } from './closures.ts'
import { DeletableRow, PanelLoadFailed } from './deletable-row.tsx'

export function ClosuresPanel({ shopId }: { shopId: string }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        Closures
      </h2>
      <p className="mt-1 text-pretty text-ink-soft">
        From the first day to the last, nobody can order for pickup or delivery. Your shop shows when you will be back.
      </p>
      <AddClosure shopId={shopId} />
      <ClosureList />
    </section>
  )
}

function AddClosure({ shopId }: { shopId: string }) {
  const { date: today } = londonTime(useNow())
  const { input, formState, handleSubmit, reset, watch } = useZodForm(closureForm(today), {
    fromDate: today,
    toDate: '',
    note: '',
  })
  useUnsavedChanges(formState.isDirty)
  const add = useAddClosure(shopId)
  const submit = handleSubmit((closure) => add.mutate(closure, { onSuccess: () => reset() }))
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="mt-5">
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-[1fr_1fr_2fr]">
        <TextField label="First day" type="date" min={today} {...input('fromDate')} />
        <TextField label="Last day" type="date" min={watch('fromDate') || today} {...input('toDate')} />
        <TextField
          label="Note (optional)"
          placeholder="For example, Christmas"
          autoComplete="off"
          {...input('note')}
          className="max-sm:col-span-2"
        />
      </div>
      <Button type="submit" variant="secondary" className="mt-5 max-sm:w-full" busy={add.isPending}>
        Add closure
      </Button>
    </form>
  )
}

function ClosureList() {
  const { data: closures, isError, refetch } = useClosures()
  if (closures) return <Closures closures={closures} />
  if (isError) return <PanelLoadFailed what="The closures" retry={() => void refetch()} />
  return (
    <Loading text="Loading closures..." className="mt-6">
      <Skeleton shape="field" className="h-14" />
    </Loading>
  )
}

function Closures({ closures }: { closures: readonly OwnedClosure[] }) {
  const remove = useDeleteClosure()
  const reopening = backOn(closures, useNow())
  if (closures.length === 0) return <p className="mt-6 text-ink-soft">No closures planned.</p>
  return (
    <>
      {reopening && (
        <Notice tone="warning" icon={CalendarX2} className="mt-6">
          You are closed now. Your shop shows <strong className="font-semibold">‘Back on {longDate(reopening)}’</strong>
          .
        </Notice>
      )}
      <ul aria-label="Closures" className="mt-6 divide-y divide-line rounded-control border border-line bg-raised">
        {closures.map(({ id, from_date: from, to_date: to, note }) => {
          const days = from === to ? dateWithYear(from) : `${dateWithYear(from)} to ${dateWithYear(to)}`
          return (
            <DeletableRow
              key={id}
              deleteLabel={`Delete closure, ${days}`}
              isDeleting={remove.isPending && remove.variables === id}
              isDisabled={remove.isPending}
              onDelete={() => remove.mutate(id)}
            >
              <p className="font-semibold">{days}</p>
              {note && <p className="text-sm wrap-anywhere text-ink-soft">{note}</p>}
            </DeletableRow>
          )
        })}
      </ul>
    </>
  )
}
