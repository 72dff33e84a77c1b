/** A field for a single picture: preview, upload button and error. */
import { ImagePlus } from 'lucide-react'
import { useId, useState } from 'react'
import { uploadLabel } from '#domain/image-upload'
import { useApp } from '#platform/app-context.ts'
import { Button } from '#ui/button'
import { FieldGroup } from '#ui/field'
import { FileButton } from '#ui/file-button'
import { Picture } from '#ui/picture'
import { classNames } from '#web/ui/class-names.ts'
import { centredSquare } from './picture-frame.ts'
import { PictureError, preparePicture } from './prepare-picture.ts'
import { type PictureBucket, uploadPicture } from './upload-picture.ts'

export interface ImageUploadProps {
  label: string
  hint?: string
  /** The value in the database. */
  value: string | null
  /**
   * Receives the stored path of a new picture, or null. The caller removes the previous picture from storage after
   * saving.
   */
  onChange: (source: string | null) => void
  bucket: PictureBucket
  /** Begins with the user's id. */
  folder: string
  shape?: 'square' | 'wide'
  /** Crops the picture to a square, as logos are shown. Off for pictures that can also be enlarged. */
  crop?: boolean
  /** Called when an upload begins and ends. */
  onBusyChange?: (busy: boolean) => void
}

export function ImageUpload({
  label,
  hint,
  value,
  onChange,
  bucket,
  folder,
  shape = 'square',
  crop = shape === 'square',
  onBusyChange,
}: ImageUploadProps) {
  const app = useApp()
  const id = useId()
  const [progress, setProgress] = useState<number | null>(null)
  /** A blob URL of the file being uploaded. */
  const [preview, setPreview] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const isBusy = progress !== null

  async function choose(file: File) {
    setError(null)
    setProgress(0)
    onBusyChange?.(true)
    let previewUrl = ''
    try {
      const prepared = await preparePicture(file, crop ? centredSquare : undefined)
      previewUrl = URL.createObjectURL(prepared)
      setPreview(previewUrl)
      onChange(await uploadPicture(app, { bucket, folder, file: prepared, onProgress: setProgress }))
    } catch (error) {
      setError(pictureMessage(error))
    } finally {
      URL.revokeObjectURL(previewUrl)
      setPreview(null)
      setProgress(null)
      onBusyChange?.(false)
    }
  }

  return (
    <FieldGroup legend={label}>
      <div className={classNames('flex gap-4', shape === 'wide' ? 'flex-col' : 'items-center')}>
        <div
          className={classNames(
            'shrink-0 overflow-hidden rounded-2xl border border-line',
            shape === 'square' && 'w-24',
          )}
        >
          {preview ? (
            <img
              src={preview}
              alt=""
              className={classNames(
                'w-full bg-paper-deep object-cover opacity-60',
                shape === 'square' ? 'aspect-square' : 'aspect-[3/1]',
              )}
            />
          ) : value ? (
            <Picture
              source={value}
              alt=""
              shape={shape}
              sizes={shape === 'square' ? '6rem' : '(min-width: 48rem) 40rem, 92vw'}
              priority
            />
          ) : (
            <span
              className={classNames(
                'grid place-items-center bg-paper-deep text-ink/30',
                shape === 'square' ? 'aspect-square' : 'aspect-[3/1]',
              )}
            >
              <ImagePlus aria-hidden="true" className="size-8" strokeWidth={1.5} />
            </span>
          )}
        </div>
        <div className="min-w-0">
          <div className="flex flex-wrap gap-2">
            <FileButton
              label={label}
              accept="image/*"
              onFiles={([file]) => file && void choose(file)}
              variant="secondary"
              size="sm"
              busy={isBusy}
              aria-describedby={`${id}-status`}
            >
              {uploadLabel(isBusy)}
            </FileButton>
            {value && !isBusy && (
              <Button variant="quiet" size="sm" onClick={() => onChange(null)}>
                Remove
              </Button>
            )}
          </div>
          {isBusy && <progress value={progress} aria-label={`Uploading ${label}`} className="progress mt-2 w-40" />}
          <p
            id={`${id}-status`}
            className={classNames('mt-1.5 text-sm', error ? 'font-medium text-alarm' : 'text-ink-soft')}
            aria-live="polite"
          >
            {error ?? hint ?? 'JPEG, PNG or WebP, under 5MB.'}
          </p>
        </div>
      </div>
    </FieldGroup>
  )
}

/** The error message of a failed upload. */
export function pictureMessage(error: unknown): string {
  if (error instanceof PictureError) return error.message
  return 'The picture could not be uploaded. Please try again.'
}
