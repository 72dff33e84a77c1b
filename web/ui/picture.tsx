/** A responsive picture that reserves its space and has a placeholder when it is missing or broken. */
import { ImageOff } from 'lucide-react'
import { createContext, useCallback, useContext, useState } from 'react'
import { classNames } from './class-names.ts'
import { imageSources } from './picture-source.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

/** The origin of Supabase Storage; empty for this site. */
export const StorageOrigin = createContext('')

const shapes = {
  square: { className: 'aspect-square', width: 640, height: 640 },
  landscape: { className: 'aspect-[4/3]', width: 640, height: 480 },
  wide: { className: 'aspect-[3/1]', width: 1280, height: 427 },
} as const

export interface PictureProps {
  /** An absolute URL, a storage path `bucket/path.webp`, or nothing. */
  source: string | null | undefined
  /** Alternative text; empty when the text beside the picture says the same. */
  alt: string
  shape?: keyof typeof shapes
  /** The `sizes` attribute, for example `(min-width: 64rem) 25vw, 50vw`. */
  sizes: string
  /** For pictures in the first view: loaded first, without lazy loading. */
  priority?: boolean
  className?: string
}

export function Picture({ source, alt, shape = 'square', sizes, priority = false, className }: PictureProps) {
  const sources = imageSources(source, useContext(StorageOrigin))
  const [brokenSource, setBrokenSource] = useState<string | null>(null)
  const { className: ratio, width, height } = shapes[shape]
  // A picture may have failed before React could attach its error handler.
  const detectFailure = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0 && source) setBrokenSource(source)
    },
    [source],
  )
  const frame = classNames('w-full overflow-hidden bg-paper-deep', ratio, className)

  if (!sources || brokenSource === source) {
    return (
      <span className={classNames('grid place-items-center', frame)}>
        <ImageOff aria-hidden="true" className="size-8 text-ink/25" strokeWidth={1.5} />
        {alt && <VisuallyHidden>{alt}</VisuallyHidden>}
      </span>
    )
  }
  return (
    <img
      ref={detectFailure}
      src={sources.src}
      srcSet={sources.srcSet}
      sizes={sources.srcSet && sizes}
      alt={alt}
      width={width}
      height={height}
      loading={priority ? 'eager' : 'lazy'}
      // Without an explicit low priority the browser raises every picture in view to high.
      fetchPriority={priority ? 'high' : 'low'}
      decoding={priority ? 'auto' : 'async'}
      onError={() => setBrokenSource(source ?? null)}
      className={classNames('block object-cover', frame)}
    />
  )
}
