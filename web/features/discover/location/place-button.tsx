/** The button with the place and the radius. It opens the place picker. */

import { MapPin } from 'lucide-react'
import { milesText } from '#domain/locations/distance'
import { Button } from '#ui/button'
import { classNames } from '#web/ui/class-names.ts'
import { openPlacePicker } from './picker-store.ts'
import { usePlace } from './use-place.ts'

export interface PlaceButtonProps {
  /** `quiet` beside other tools, such as in the header. */
  variant?: 'secondary' | 'quiet'
  className?: string
}

export function PlaceButton({ variant = 'secondary', className }: PlaceButtonProps) {
  const { label, radiusMiles } = usePlace()
  return (
    <Button
      variant={variant}
      aria-haspopup="dialog"
      onClick={() => openPlacePicker()}
      className={classNames('max-w-full min-w-0 gap-1.5 px-4', className)}
    >
      <MapPin aria-hidden="true" className="size-5 shrink-0 text-berry" strokeWidth={1.75} />
      <span className="sr-only">Location: </span>
      <span className="truncate">{label}</span>
      <span className="sr-only">, within </span>
      <span className="shrink-0 font-normal text-ink-soft tabular-nums">{milesText(radiusMiles)}</span>
    </Button>
  )
}
