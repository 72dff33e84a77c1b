/** A product's pictures: swiped on a phone, stepped through with the arrow keys, chosen by their small ones. */
import { type KeyboardEvent, useRef, useState } from 'react'
import { Picture } from '#ui/picture'
import { classNames } from '#web/ui/class-names.ts'

export interface ProductGalleryProps {
  pictures: readonly string[]
  /** What they show. */
  name: string
}

const pictureSizes = '(min-width: 84rem) 37rem, (min-width: 48rem) 46vw, 94vw'
const frame = 'overflow-hidden rounded-3xl shadow-rest'

export function ProductGallery({ pictures, name }: ProductGalleryProps) {
  if (pictures.length > 1) return <PictureStrip pictures={pictures} name={name} />
  return (
    <div className={classNames('self-start', frame)}>
      <Picture source={pictures[0]} alt={name} sizes={pictureSizes} priority />
    </div>
  )
}

function PictureStrip({ pictures, name }: ProductGalleryProps) {
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const last = pictures.length - 1

  function show(index: number): void {
    strip.current?.scrollTo({ left: strip.current.clientWidth * Math.min(last, Math.max(0, index)) })
  }

  function onKeyDown(event: KeyboardEvent): void {
    const target = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last }[event.key]
    if (target === undefined) return
    event.preventDefault()
    show(target)
  }

  return (
    <div className="min-w-0 self-start">
      <div className={classNames('relative', frame)}>
        <ul
          ref={strip}
          aria-label={`Pictures of ${name}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within the keyboard's reach
          tabIndex={0}
          onKeyDown={onKeyDown}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(scrollLeft / clientWidth))}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-smooth outline-offset-[-3px] [scrollbar-width:none] motion-reduce:scroll-auto"
        >
          {pictures.map((source, index) => (
            <li key={source} className="w-full shrink-0 snap-center">
              <Picture
                source={source}
                alt={index === 0 ? name : `${name}, picture ${index + 1} of ${pictures.length}`}
                sizes={pictureSizes}
                priority={index === 0}
              />
            </li>
          ))}
        </ul>
        <p
          aria-hidden="true"
          className="absolute right-4 bottom-4 rounded-full bg-ink/70 px-2.5 py-0.5 text-sm font-semibold text-white tabular-nums md:hidden"
        >
          {shown + 1} / {pictures.length}
        </p>
      </div>
      <ul aria-label="All pictures" className="mt-4 flex flex-wrap gap-3">
        {pictures.map((source, index) => (
          <li key={source}>
            <button
              type="button"
              aria-label={`Show picture ${index + 1} of ${pictures.length}`}
              aria-current={index === shown}
              onClick={() => show(index)}
              className="block size-16 overflow-hidden rounded-xl ring-offset-2 ring-offset-paper transition-shadow hover:ring-2 hover:ring-ink/25 aria-current:ring-2 aria-current:ring-berry sm:size-20"
            >
              <Picture source={source} alt="" sizes="5rem" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
