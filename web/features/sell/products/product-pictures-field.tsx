/** A product's pictures: uploaded or imported by URL, cropped to a square and ordered. Lists show the first one. */
import { ArrowLeft, ArrowRight, Crop, ImagePlus, Trash2 } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { uploadLabel } from '#domain/values/image-upload'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button'
import { FieldError, FieldGroup } from '#ui/field'
import { FileButton } from '#ui/file-button'
import { Picture } from '#ui/picture'
import { TextField } from '#ui/text-field'
import { useLazyPart } from '#ui/use-lazy-part'
import { importPicture, pictureImportError } from './import-picture.ts'
import { maxPictures, type ProductFormInput, pictureAddress } from './product-form.ts'
import { usePictureUploads } from './use-picture-uploads.ts'

export interface ProductPicturesFieldProps {
  value: readonly string[]
  onChange: (pictures: string[]) => void
  /** The storage folder: the user's id. */
  folder: string
  onBusyChange: (busy: boolean) => void
  error?: string | undefined
}

const loadCrop = () => import('./crop-dialog.tsx')

export function ProductPicturesField({ value, onChange, folder, onBusyChange, error }: ProductPicturesFieldProps) {
  const uploads = usePictureUploads({ pictures: value, onChange, folder, onBusyChange })
  const [cropping, setCropping] = useState<string | null>(null)
  const closeCrop = useCallback(() => setCropping(null), [])
  const crop = useLazyPart(loadCrop, cropping !== null, closeCrop)
  const original = cropping === null ? undefined : uploads.originalOf(cropping)
  const isBusy = uploads.waiting.length > 0
  const remaining = maxPictures - value.length - uploads.waiting.length

  function choose(files: readonly File[]) {
    uploads.add(
      files.slice(0, remaining),
      files.length > remaining ? `A product can have up to ${maxPictures} pictures.` : null,
    )
  }

  function move(from: number, to: number) {
    const next = [...value]
    const [moved] = next.splice(from, 1)
    if (moved !== undefined) next.splice(to, 0, moved)
    onChange(next)
  }

  return (
    <FieldGroup legend="Pictures">
      {(value.length > 0 || isBusy) && (
        <ol className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-3">
          {value.map((picture, index) => (
            <li key={picture} className="overflow-hidden rounded-2xl border border-line bg-raised">
              <span className="relative block">
                <Picture
                  source={picture}
                  alt={`Picture ${index + 1}`}
                  sizes="(min-width: 40rem) 14rem, 45vw"
                  priority
                />
                {index === 0 && (
                  <span className="absolute bottom-2 left-2 rounded-full bg-night/80 px-2.5 py-0.5 text-xs font-semibold text-on-night">
                    Main picture
                  </span>
                )}
              </span>
              <span className="flex justify-between">
                <PictureButton
                  label={`Move picture ${index + 1} forward`}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <ArrowLeft aria-hidden="true" className="size-4.5" />
                </PictureButton>
                <PictureButton
                  label={`Move picture ${index + 1} back`}
                  disabled={index === value.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <ArrowRight aria-hidden="true" className="size-4.5" />
                </PictureButton>
                {uploads.originalOf(picture) && (
                  <PictureButton label={`Crop picture ${index + 1}`} onClick={() => setCropping(picture)}>
                    <Crop aria-hidden="true" className="size-4.5" />
                  </PictureButton>
                )}
                <PictureButton label={`Remove picture ${index + 1}`} onClick={() => uploads.remove(picture)}>
                  <Trash2 aria-hidden="true" className="size-4.5" />
                </PictureButton>
              </span>
            </li>
          ))}
          {uploads.waiting.map(({ id, name, preview, progress }) => (
            <li key={id} className="overflow-hidden rounded-2xl border border-line bg-raised">
              <img src={preview} alt="" className="aspect-square w-full object-cover opacity-60" />
              <span className="flex h-11 items-center px-3">
                <progress value={progress} aria-label={`Uploading ${name}`} className="progress w-full" />
              </span>
            </li>
          ))}
        </ol>
      )}
      <FileButton
        label="Pictures"
        accept="image/*"
        multiple
        onFiles={choose}
        variant="secondary"
        disabled={remaining <= 0}
        className="max-sm:w-full"
      >
        <ImagePlus aria-hidden="true" className="size-5" />
        {uploadLabel(isBusy)}
      </FileButton>
      <p className="mt-1.5 text-sm text-ink-soft">
        JPEG, PNG or WebP, under 5MB each. Pictures are cropped to a square, and lists show the first one.
      </p>
      <div role="alert" className="empty:hidden">
        {(uploads.problem ?? error) && <FieldError>{uploads.problem ?? error}</FieldError>}
      </div>
      <PictureUrlField pictures={value} onChange={onChange} />
      {crop && original && (
        <crop.CropDialog
          file={original}
          onClose={closeCrop}
          onCrop={(square) => {
            if (cropping !== null) uploads.recrop(cropping, square)
            closeCrop()
          }}
        />
      )}
    </FieldGroup>
  )
}

interface ToolProps {
  label: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

function PictureButton({ label, disabled, onClick, children }: ToolProps) {
  return (
    <Button variant="quiet" size="icon" aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </Button>
  )
}

/** A URL still in the field is also imported when the product is saved. */
function PictureUrlField({
  pictures,
  onChange,
}: {
  pictures: readonly string[]
  onChange: (pictures: string[]) => void
}) {
  const { register, formState, trigger, getValues, setValue, setError } = useFormContext<ProductFormInput>()
  const fetching = useWrite({
    run: (app, url: string) => importPicture(app, pictureAddress.parse(url)),
    onSuccess: (path) => {
      onChange([...pictures, path])
      setValue('image', '')
    },
    failure: 'shown',
    onError: (error) => setError('image', pictureImportError(error)),
  })

  async function add() {
    const url = getValues('image').trim()
    if (url !== '' && !fetching.isPending && (await trigger('image'))) fetching.mutate(url)
  }

  return (
    <TextField
      className="mt-4"
      label="Or add a picture by URL (optional)"
      type="url"
      inputMode="url"
      placeholder="https://"
      autoComplete="off"
      {...register('image')}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        void add()
      }}
      error={formState.errors.image?.message}
      end={
        <Button
          variant="quiet"
          size="sm"
          className="px-2"
          busy={fetching.isPending}
          aria-label="Add picture by URL"
          onClick={() => void add()}
        >
          Add
        </Button>
      }
    />
  )
}
