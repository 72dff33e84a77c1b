/** The frame of a map that can be moved: its zoom buttons and where its data is from. */
import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PublicConfig } from '#platform/app-context.ts'
import { Button } from '#ui/button'
import { classNames } from '#web/ui/class-names.ts'

export interface MapFrameProps {
  tiles: PublicConfig['mapTiles']
  onZoomIn: () => void
  onZoomOut: () => void
  className?: string | undefined
  /** The map, and what lies above it. */
  children: ReactNode
}

export function MapFrame({ tiles, onZoomIn, onZoomOut, className, children }: MapFrameProps) {
  return (
    <div className={classNames('flex flex-col', className)}>
      <div className="relative isolate flex min-h-0 grow flex-col overflow-hidden rounded-card border border-line">
        {children}
        <div className="absolute top-2.5 right-2.5 z-1000 flex flex-col overflow-hidden rounded-full border border-line bg-card">
          <ZoomButton label="Zoom in" Icon={Plus} onPress={onZoomIn} />
          <ZoomButton label="Zoom out" Icon={Minus} onPress={onZoomOut} />
        </div>
      </div>
      <p className="mt-1.5 text-xs text-ink-soft">
        {tiles?.attribution ? `${tiles.attribution} · ` : ''}
        Towns:{' '}
        <a href="https://www.geonames.org" rel="noopener" target="_blank" className="underline underline-offset-2">
          GeoNames
        </a>
        , CC BY 4.0 · London’s postcodes: Wikipedia, CC BY-SA{tiles ? '' : ' · Coast: Natural Earth'}
      </p>
    </div>
  )
}

interface ZoomButtonProps {
  label: string
  Icon: typeof Plus
  onPress: () => void
}

function ZoomButton({ label, Icon, onPress }: ZoomButtonProps) {
  return (
    <Button
      variant="plain"
      aria-label={label}
      onClick={onPress}
      className="grid size-10 place-items-center outline-offset-[-3px] hover:bg-paper-deep"
    >
      <Icon aria-hidden="true" className="size-5" />
    </Button>
  )
}
