/** A field for several pictures, which are uploaded when the form is sent. */
import { ImagePlus, X } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#ui/button'
import { FieldGroup } from '#ui/field'
import { useFilePicker } from '#ui/file-button'
import { Spinner } from '#ui/spinner'
import { PrivatePicture } from './private-pictures.tsx'
import type { useChosenPictures } from './use-chosen-pictures.ts'

interface PicturesFieldProps {
  pictures: ReturnType<typeof useChosenPictures>
  max: number
  hint: string
}

export function PicturesField({ pictures, max, hint }: PicturesFieldProps) {
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
                <PrivatePicture path={picture.source} alt={`${index + 1} of ${chosen.length}`} />
              )}
            </span>
            <Button
              variant="plain"
              aria-label={`Remove picture ${index + 1}`}
              onClick={() => remove(picture)}
              className="absolute -top-1.5 -right-1.5 grid size-7 place-items-center rounded-full border border-line bg-card text-ink shadow-sm hover:bg-raised"
            >
              <X aria-hidden="true" className="size-4" />
            </Button>
          </li>
        ))}
        {chosen.length < max && (
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
        {error ?? hint}
      </p>
      {input}
    </FieldGroup>
  )
}
