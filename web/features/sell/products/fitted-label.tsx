/** A label in a cell of its stock: its text shrinks until it fits, down to the legal size. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { type LabelStock, legalXHeight } from './label-stocks.ts'

/** Pixels of a label that has room enough. */
const largestFont = 13
const pixelsOfMillimetre = 96 / 25.4

interface FittedLabelProps {
  cell: LabelStock['cell']
  /** Whether the text does not fit even at the legal size. */
  onMeasured: (overflows: boolean) => void
  children: ReactNode
}

export function FittedLabel({ cell, onMeasured, children }: FittedLabelProps) {
  const box = useRef<HTMLDivElement>(null)
  // Without dependencies: any change of the text or of the stock may change what fits.
  useLayoutEffect(() => {
    const measure = () => box.current && onMeasured(!shrinkToFit(box.current))
    measure()
    // Before its font is loaded, text has other widths.
    void document.fonts.ready.then(measure)
  })
  return (
    <div
      ref={box}
      className="overflow-hidden bg-white p-[2mm] text-black"
      style={{ width: `${cell.width}mm`, height: `${cell.height}mm` }}
    >
      {children}
    </div>
  )
}

/** Sets the largest font with which the content fits, and returns whether it does. */
function shrinkToFit(box: HTMLElement): boolean {
  let [low, high] = [smallestFont(box), largestFont]
  const fitsWith = (size: number) => {
    box.style.fontSize = `${size}px`
    return box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth
  }
  if (fitsWith(high)) return true
  if (!fitsWith(low)) return false
  while (high - low > 0.1) {
    const middle = (low + high) / 2
    if (fitsWith(middle)) low = middle
    else high = middle
  }
  return fitsWith(low)
}

/** The pixels of a font whose letter x has the legal height. */
function smallestFont(box: HTMLElement): number {
  const probe = document.createElement('span')
  probe.style.cssText = 'position:absolute;visibility:hidden;font-size:100px;height:1ex'
  box.append(probe)
  const ratio = probe.getBoundingClientRect().height / 100
  probe.remove()
  // A little more, because fonts are rendered in fractions of a pixel.
  return Math.min(largestFont, ((legalXHeight * pixelsOfMillimetre) / ratio) * 1.01)
}
