/** A field for a single picture: preview, upload button and error. */

import { useMutation } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { useId, useState } from 'react'
import { uploadLabel } from '#domain/values/image-upload'
import { useApp } from '#platform/app-context.ts'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { FieldGroup } from '#ui/field'
import { FileButton } from '#ui/file-button'
import { Picture } from '#ui/picture'
import { classNames } from '#web/ui/class-names.ts'
import { centredSquare } from './picture-frame.ts'
import { preparePicture } from './prepare-picture.ts'
import { type PictureBucket, uploadFailed, uploadPicture } from './upload-picture.ts'

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
  const [progress, setProgress] = useState(0)
  /** A blob URL of the file being uploaded. */
  const [preview, setPreview] = useState<string | null>(null)
  const {
    mutate,
    error,
    isPending: isBusy,
  } = useMutation({
    mutationFn: async (file: File) => {
      const prepared = await preparePicture(file, crop ? centredSquare : undefined)
      const previewUrl = URL.createObjectURL(prepared)
      setPreview(previewUrl)
      try {
        return await uploadPicture(app, { bucket, folder, file: prepared, onProgress: setProgress })
      } finally {
        URL.revokeObjectURL(previewUrl)
        setPreview(null)
      }
    },
    onMutate: () => {
      setProgress(0)
      onBusyChange?.(true)
    },
    onSuccess: (source) => onChange(source),
    onSettled: () => onBusyChange?.(false),
  })

  return (
    <FieldGroup legend={label}>
      <div className={classNames('flex gap-4', shape === 'wide' ? 'flex-col' : 'items-center')}>
        <div
          className={classNames(
            'shrink-0 overflow-hidden rounded-card border border-line',
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
              onFiles={([file]) => file && mutate(file)}
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
            {error ? messageFor(error, uploadFailed) : (hint ?? 'JPEG, PNG or WebP, under 5MB.')}
          </p>
        </div>
      </div>
    </FieldGroup>
  )
}
