/** A map of the pickup area, until the address is shown. */
import { useEffect, useState } from 'react'
import { loadAreaMap } from '#features/place'
import { useApp } from '#platform/app-context.ts'

/** A shop's coordinates have two decimals, so its kitchen is within this radius. */
const radiusMiles = 0.75

interface PickupAreaProps {
  shop: { readonly lat: number | null; readonly lon: number | null }
}

export function PickupArea({ shop: { lat, lon } }: PickupAreaProps) {
  const { mapTiles } = useApp().config
  const [AreaMap, setAreaMap] = useState<Awaited<ReturnType<typeof loadAreaMap>>['AreaMap'] | null>(null)
  useEffect(() => {
    // Without the map the text still names the area.
    void loadAreaMap()
      .then((part) => setAreaMap(() => part.AreaMap))
      .catch(() => {})
  }, [])
  if (lat === null || lon === null || !AreaMap) return null
  return <AreaMap place={{ lat, lon, radiusMiles }} tiles={mapTiles} />
}
