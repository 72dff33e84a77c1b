/** A QR code. Its space is empty until the library has loaded. */
import { useEffect, useState } from 'react'
import { classNames } from './class-names.ts'
import { type QrModules, qrModules } from './qr.ts'

export interface QrCodeProps {
  /** What the code contains. */
  text: string
  /** The accessible name. */
  label: string
  /** Its size. */
  className?: string
}

/** Scanners need four light modules around it. */
const margin = 4

export function QrCode({ text, label, className }: QrCodeProps) {
  const [modules, setModules] = useState<QrModules | null>(null)
  useEffect(() => {
    let isCurrent = true
    qrModules(text).then(
      (found) => isCurrent && setModules(found),
      // A code that cannot be loaded leaves its space empty. The link is written beside it.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [text])
  const side = (modules?.size ?? 0) + 2 * margin
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
      shapeRendering="crispEdges"
      className={classNames('bg-white text-black', className)}
    >
      {modules && <path d={modules.path} fill="currentColor" />}
    </svg>
  )
}
