/** A picture that keeps its place before it arrives, comes in the size the screen needs, and has a calm stand-in when there is none. */
import { ImageOff } from 'lucide-react'
import { createContext, useCallback, useContext, useState } from 'react'
import { classNames } from './class-names.ts'
import { imageSources } from './picture-source.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Where storage lives; empty when pictures come from this site. */
export const StorageOrigin = createContext('')

const shapes = {
  square: { className: 'aspect-square', width: 640, height: 640 },
  landscape: { className: 'aspect-[4/3]', width: 640, height: 480 },
  wide: { className: 'aspect-[3/1]', width: 1280, height: 427 },
} as const

export interface PictureProps {
  /** An absolute URL, a storage path `bucket/path.webp`, or nothing. */
  source: string | null | undefined
  /** What it shows; empty when the text beside it says the same. */
  alt: string
  shape?: keyof typeof shapes
  /** How wide it is shown, as in the `sizes` attribute, for example `(min-width: 64rem) 25vw, 50vw`. */
  sizes: string
  /** For pictures seen at once: loaded first instead of when they come near. */
  priority?: boolean
  className?: string
}

export function Picture({ source, alt, shape = 'square', sizes, priority = false, className }: PictureProps) {
  const addresses = imageSources(source, useContext(StorageOrigin))
  const [brokenSource, setBrokenSource] = useState<string | null>(null)
  const { className: ratio, width, height } = shapes[shape]
  // A picture can have failed before React was there to hear of it.
  const detectFailure = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0 && source) setBrokenSource(source)
    },
    [source],
  )
  const frame = classNames('block w-full overflow-hidden bg-paper-deep', ratio, className)

  if (!addresses || brokenSource === source) {
    return (
      <span className={classNames(frame, 'grid! place-items-center')}>
        <ImageOff aria-hidden="true" className="size-8 text-ink/25" strokeWidth={1.5} />
        {alt && <VisuallyHidden>{alt}</VisuallyHidden>}
      </span>
    )
  }
  return (
    <img
      ref={detectFailure}
      src={addresses.src}
      srcSet={addresses.srcSet}
      sizes={addresses.srcSet && sizes}
      alt={alt}
      width={width}
      height={height}
      loading={priority ? 'eager' : 'lazy'}
      // Said of the others too: otherwise the browser raises whatever it finds in sight to the rank of the first.
      fetchPriority={priority ? 'high' : 'low'}
      decoding={priority ? 'auto' : 'async'}
      onError={() => setBrokenSource(source ?? null)}
      className={classNames(frame, 'object-cover')}
    />
  )
}
