/** The form of a brief. It opens a conversation about a custom order, or edits its brief. */
import { ImagePlus, X } from 'lucide-react'
import { useId } from 'react'
import { useNavigate } from 'react-router'
import { maxBriefDetailsLength, maxBriefPictures, readBrief } from '#domain/brief'
import { addDays, londonTime, longDate } from '#domain/calendar'
import { type BriefForm, briefForm } from '#domain/forms/chat-forms'
import { toPounds } from '#domain/money'
import type { SessionUser } from '#features/auth'
import { useNow } from '#platform/clock.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { FieldGroup } from '#ui/field'
import { useFilePicker } from '#ui/file-button'
import { Spinner } from '#ui/spinner'
import { TextArea } from '#ui/text-area'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toast'
import { BriefPicture } from './brief-pictures.tsx'
import type { Room } from './rooms.ts'
import { useSendBrief } from './send-brief.ts'
import { useChosenPictures } from './use-chosen-pictures.ts'

export interface BriefDialogProps {
  product: { readonly id: string; readonly name: string; readonly leadTimeDays?: number }
  /** The conversation of the brief; absent when the brief opens it. */
  room?: Room
  user: SessionUser
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function BriefDialog({ product, room, user, open, onOpenChange }: BriefDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onPhones="full"
      title={room ? 'Your request' : 'Request a consultation'}
      description={<span className="wrap-anywhere">{product.name}</span>}
    >
      <Form product={product} room={room} user={user} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

interface FormProps extends Pick<BriefDialogProps, 'product' | 'room' | 'user'> {
  onDone: () => void
}

function Form({ product, room, user, onDone }: FormProps) {
  const navigate = useNavigate()
  const { mutate, isPending } = useSendBrief(user.id, product.id)
  const { date: today } = londonTime(useNow())
  const brief = readBrief(room?.brief)
  const pictures = useChosenPictures(
    maxBriefPictures,
    `You can add up to ${maxBriefPictures} pictures.`,
    brief.pictures,
  )
  const { input, handleSubmit } = useZodForm(briefForm(today), {
    wantedOn: room?.wanted_on ?? '',
    servings: brief.servings === null ? '' : String(brief.servings),
    budget: brief.budgetPence === null ? '' : toPounds(brief.budgetPence),
    details: brief.details,
  })

  function send(form: BriefForm): void {
    mutate(
      { form, pictures: pictures.chosen, onUploaded: pictures.markStored },
      {
        onSuccess(opened) {
          onDone()
          if (opened.kind === 'own-product') {
            toast({ title: 'This is your own product', description: 'Buyers can message you from here.' })
          } else if (!room) void navigate(`/messages?room=${opened.id}`)
        },
      },
    )
  }

  return (
    <form onSubmit={(event) => void handleSubmit(send)(event)} noValidate className="space-y-5">
      <TextArea
        label="What would you like?"
        rows={4}
        maxLength={maxBriefDetailsLength}
        placeholder="Flavours, colours, lettering, allergies and anything else the seller should know"
        {...input('details')}
      />
      <TextField
        label="For which day? (optional)"
        type="date"
        min={today}
        max={addDays(today, 366)}
        hint={product.leadTimeDays ? `Usually from ${longDate(addDays(today, product.leadTimeDays))}.` : undefined}
        {...input('wantedOn')}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="Servings (optional)"
          type="number"
          inputMode="numeric"
          min="1"
          step="1"
          {...input('servings')}
        />
        <TextField
          label="Budget in £ (optional)"
          type="number"
          inputMode="decimal"
          min="0.01"
          step="0.01"
          {...input('budget')}
        />
      </div>
      <Pictures pictures={pictures} />
      <Button type="submit" size="lg" busy={isPending} disabled={pictures.isBusy} className="w-full">
        {room ? 'Save' : 'Send to the seller'}
      </Button>
    </form>
  )
}

function Pictures({ pictures }: { pictures: ReturnType<typeof useChosenPictures> }) {
  const id = useId()
  const { chosen, error, isBusy, choose, remove } = pictures
  const { open, input } = useFilePicker({
    label: 'Pictures',
    accept: 'image/*',
    multiple: true,
    onFiles: (files) => void choose(files),
  })

  return (
    <FieldGroup legend="Pictures (optional)">
      <ul className="flex flex-wrap gap-2">
        {chosen.map((picture, index) => (
          <li key={picture.source} className="relative w-20">
            <span className="block overflow-hidden rounded-control border border-line">
              {picture.file ? (
                <img
                  src={picture.source}
                  alt={`${index + 1} of ${chosen.length}`}
                  className="aspect-square w-full object-cover"
                />
              ) : (
                <BriefPicture path={picture.source} alt={`${index + 1} of ${chosen.length}`} />
              )}
            </span>
            <Button
              variant="plain"
              aria-label={`Remove picture ${index + 1}`}
              onClick={() => remove(picture)}
              className="absolute -top-1.5 -right-1.5 grid size-7 place-items-center rounded-full border border-line bg-card text-ink shadow-sm hover:bg-white"
            >
              <X aria-hidden="true" className="size-4" />
            </Button>
          </li>
        ))}
        {chosen.length < maxBriefPictures && (
          <li>
            <Button
              variant="plain"
              disabled={isBusy}
              aria-describedby={`${id}-hint`}
              onClick={open}
              className="grid size-20 place-items-center rounded-control border border-dashed border-ink/30 text-ink-soft transition-colors hover:border-ink/60 hover:text-ink"
            >
              {isBusy ? <Spinner /> : <ImagePlus aria-hidden="true" className="size-6" />}
              <span className="sr-only">Add pictures</span>
            </Button>
          </li>
        )}
      </ul>
      <p id={`${id}-hint`} aria-live="polite" className={error ? 'field-error' : 'field-hint'}>
        {error ?? `Up to ${maxBriefPictures} pictures. Only you and the seller can see them.`}
      </p>
      {input}
    </FieldGroup>
  )
}
