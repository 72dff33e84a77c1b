/** A product's pictures: swiping, arrow keys, thumbnails, and a full-screen viewer. */
import { Maximize2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ProductBadges } from '#features/discover/listing'
import { Button } from '#ui/button'
import { Enlarge } from '#ui/enlarge'
import { Picture } from '#ui/picture'
import { VisuallyHidden } from '#ui/visually-hidden'
import { classNames } from '#web/ui/class-names.ts'
import { pictureAlt } from '#web/ui/picture-source.ts'
import { galleryPictures } from './gallery-pictures.ts'
import type { Product } from './product.ts'

const pictureSizes = '(min-width: 84rem) 37rem, (min-width: 48rem) 46vw, 94vw'
/** The width of the thumbnails. Pictures outside the view share these files at first. */
const smallSizes = '5rem'
const frame = 'relative overflow-hidden rounded-panel shadow-rest'

export function ProductGallery({ product }: { product: Product }) {
  const { name } = product
  const pictures = galleryPictures(product)
  const badges = (
    <ProductBadges
      product={product}
      bespokeLabel="Bespoke"
      className="pointer-events-none absolute top-4 left-4 flex flex-wrap gap-1.5 *:shadow-rest"
    />
  )
  if (pictures.length === 0) {
    return (
      <div className={classNames('self-start', frame)}>
        <Picture source={null} alt={name} sizes={pictureSizes} />
        {badges}
      </div>
    )
  }
  return (
    <Enlarge title={name} pictures={pictures}>
      {(enlarge) => <PictureStrip name={name} pictures={pictures} badges={badges} enlarge={enlarge} />}
    </Enlarge>
  )
}

interface PictureStripProps {
  name: string
  pictures: readonly string[]
  badges: ReactNode
  enlarge: (position: number) => void
}

function PictureStrip({ name, pictures, badges, enlarge }: PictureStripProps) {
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  // Pictures outside the view are lazy but close enough to be loaded. They load as thumbnails until the app has
  // hydrated.
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])
  const last = pictures.length - 1

  function show(index: number): number {
    const target = Math.min(last, Math.max(0, index))
    strip.current?.scrollTo({ left: strip.current.clientWidth * target })
    return target
  }

  function onKeyDown(event: KeyboardEvent): void {
    const target = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last }[event.key]
    if (target === undefined) return
    event.preventDefault()
    // The focus moves too, without scrolling: the strip scrolls.
    strip.current?.querySelectorAll('button')[show(target)]?.focus({ preventScroll: true })
  }

  return (
    <div className="min-w-0 self-start">
      <div className={frame}>
        <ul
          ref={strip}
          aria-label={`Pictures of ${name}`}
          onKeyDown={onKeyDown}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(scrollLeft / clientWidth))}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-smooth [scrollbar-width:none] motion-reduce:scroll-auto"
        >
          {pictures.map((source, index) => (
            <li key={source} className="w-full shrink-0 snap-center">
              {/* Only the visible picture is in the tab order. */}
              <Button
                variant="plain"
                tabIndex={index === shown ? 0 : -1}
                onClick={() => enlarge(index)}
                className="block w-full cursor-zoom-in rounded-panel outline-offset-[-3px]"
              >
                <VisuallyHidden>Enlarge </VisuallyHidden>
                <Picture
                  source={source}
                  alt={pictureAlt(name, index, pictures.length)}
                  sizes={index === 0 || isHydrated ? pictureSizes : smallSizes}
                  priority={index === 0}
                />
              </Button>
            </li>
          ))}
        </ul>
        {badges}
        <p
          aria-hidden="true"
          className="pointer-events-none absolute right-4 bottom-4 flex items-center gap-2 rounded-full bg-night/70 px-2.5 py-1 text-sm font-semibold text-on-night tabular-nums"
        >
          {last > 0 && (
            <span>
              {shown + 1} / {pictures.length}
            </span>
          )}
          <Maximize2 className="size-4" />
        </p>
      </div>
      {last > 0 && (
        <ul aria-label="All pictures" className="mt-4 flex flex-wrap gap-3">
          {pictures.map((source, index) => (
            <li key={source}>
              <Button
                variant="plain"
                aria-label={`Show picture ${index + 1} of ${pictures.length}`}
                aria-current={index === shown}
                onClick={() => show(index)}
                className="block size-16 overflow-hidden rounded-control ring-offset-2 ring-offset-paper transition-shadow hover:ring-2 hover:ring-ink/25 aria-current:ring-2 aria-current:ring-berry sm:size-20"
              >
                <Picture source={source} alt="" sizes={smallSizes} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
