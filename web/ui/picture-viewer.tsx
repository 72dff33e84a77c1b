/** A full-screen picture viewer for swiping and arrow keys. Import it lazily. */
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, useCallback, useContext, useRef, useState } from 'react'
import { buttonStyle } from './button-style.ts'
import { classNames } from './class-names.ts'
import { StorageOrigin } from './picture.tsx'
import { imageSources, pictureAlt, screenWidths } from './picture-source.ts'

export interface PictureViewerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The common title of the pictures. */
  title: string
  pictures: readonly string[]
  /** The index of the first picture to show. */
  start?: number
}

export function PictureViewer({ open, onOpenChange, title, pictures, start = 0 }: PictureViewerProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseDialog.Portal>
        <BaseDialog.Popup className="on-dark fixed inset-0 z-50 bg-night text-on-night outline-none transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0 motion-reduce:transition-none">
          <BaseDialog.Title className="sr-only">{title}</BaseDialog.Title>
          <Strip pictures={pictures} title={title} start={start} />
          <BaseDialog.Close aria-label="Close" className={control('top-3 right-3')}>
            <X aria-hidden="true" className="size-6" />
          </BaseDialog.Close>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

function Strip({ pictures, title, start }: { pictures: readonly string[]; title: string; start: number }) {
  const strip = useRef<HTMLUListElement | null>(null)
  const [shown, setShown] = useState(start)
  const last = pictures.length - 1

  const scrollToStart = useCallback(
    (list: HTMLUListElement | null) => {
      strip.current = list
      list?.scrollTo({ left: list.clientWidth * start, behavior: 'instant' })
    },
    [start],
  )

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
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys work wherever the focus is in the dialog
    <div className="size-full" onKeyDown={onKeyDown}>
      <ul
        ref={scrollToStart}
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable with the keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(scrollLeft / clientWidth))}
        className="flex size-full snap-x snap-mandatory overflow-x-auto overscroll-contain scroll-smooth outline-offset-[-3px] [scrollbar-width:none] motion-reduce:scroll-auto"
      >
        {pictures.map((source, index) => (
          <li key={source} className="grid size-full shrink-0 snap-center place-items-center">
            <LargePicture
              source={source}
              alt={pictureAlt(title, index, pictures.length)}
              isFirstShown={index === start}
            />
          </li>
        ))}
      </ul>
      {last > 0 && (
        <>
          <p role="status" className="absolute top-5 left-5 font-semibold tabular-nums">
            <span className="sr-only">Picture </span>
            {shown + 1} / {pictures.length}
          </p>
          <button
            type="button"
            aria-label="Previous picture"
            aria-disabled={shown === 0}
            onClick={() => show(shown - 1)}
            className={control('top-1/2 left-3 -translate-y-1/2 max-sm:hidden')}
          >
            <ChevronLeft aria-hidden="true" className="size-7" />
          </button>
          <button
            type="button"
            aria-label="Next picture"
            aria-disabled={shown === last}
            onClick={() => show(shown + 1)}
            className={control('top-1/2 right-3 -translate-y-1/2 max-sm:hidden')}
          >
            <ChevronRight aria-hidden="true" className="size-7" />
          </button>
        </>
      )}
    </div>
  )
}

function LargePicture({ source, alt, isFirstShown }: { source: string; alt: string; isFirstShown: boolean }) {
  const sources = imageSources(source, useContext(StorageOrigin), screenWidths)
  const [isBroken, setIsBroken] = useState(false)
  if (!sources || isBroken) return <p className="px-6 text-center">This picture could not be loaded.</p>
  return (
    <img
      src={sources.src}
      srcSet={sources.srcSet}
      sizes="100vw"
      alt={alt}
      loading={isFirstShown ? 'eager' : 'lazy'}
      onError={() => setIsBroken(true)}
      className="h-dvh w-full object-contain"
    />
  )
}

/** Readable on any picture. */
function control(className: string): string {
  return buttonStyle({
    variant: 'quiet',
    size: 'icon',
    className: classNames('absolute bg-night/60 text-on-night hover:bg-night', className),
  })
}
