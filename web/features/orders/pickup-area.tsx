/** A map with a circle that the kitchen lies in, until the address is shown. */
import { useEffect, useState } from 'react'
import { loadAreaMap } from '#features/place'
import { useApp } from '#web/app/app-context.ts'

/** A shop's place is kept to two decimals: its kitchen is within this of it. */
const radiusMiles = 0.75

interface PickupAreaProps {
  shop: { readonly lat: number | null; readonly lon: number | null }
}

export function PickupArea({ shop: { lat, lon } }: PickupAreaProps) {
  const { mapTiles } = useApp().config
  const [AreaMap, setAreaMap] = useState<Awaited<ReturnType<typeof loadAreaMap>>['AreaMap'] | null>(null)
  useEffect(() => {
    // Without it the words still say where.
    void loadAreaMap()
      .then((part) => setAreaMap(() => part.AreaMap))
      .catch(() => {})
  }, [])
  if (lat === null || lon === null || !AreaMap) return null
  return <AreaMap place={{ lat, lon, radiusMiles }} tiles={mapTiles} />
}
