/** The texts about shops on the map. */
import { milesText } from '#domain/locations/distance'
import { shortPence, toPence } from '#domain/values/money'
import type { MapShop } from './map-shops.ts'

/** '£12', or 'Custom' without a price. */
export function markerText({ lowest_price }: Pick<MapShop, 'lowest_price'>): string {
  return lowest_price === null ? 'Custom' : shortPence(toPence(lowest_price))
}

/** '£12: The Larder, 2.1 miles, 4 items'. */
export function markerLabel(shop: Pick<MapShop, 'name' | 'distance_miles' | 'results' | 'lowest_price'>): string {
  const facts = [shop.name, distanceText(shop), itemsText(shop)].filter((fact) => fact !== null)
  return `${markerText(shop)}: ${facts.join(', ')}`
}

/** '4 items'. */
function itemsText({ results }: Pick<MapShop, 'results'>): string {
  return `${results.toLocaleString('en-GB')} ${results === 1 ? 'item' : 'items'}`
}

/** '4 items from £12', '1 item, £12', '2 items, custom pricing'. */
export function offerText({ results, lowest_price }: Pick<MapShop, 'results' | 'lowest_price'>): string {
  if (lowest_price === null) return `${itemsText({ results })}, custom pricing`
  return `${itemsText({ results })}${results === 1 ? ',' : ' from'} ${shortPence(toPence(lowest_price))}`
}

/** '2.1 miles'; null without a place. */
export function distanceText({ distance_miles: miles }: Pick<MapShop, 'distance_miles'>): string | null {
  return miles === null ? null : milesText(miles)
}

/** '12 shops, nearest first'. */
export function shopsText(shops: number, isComplete: boolean): string {
  if (!isComplete) return `The nearest ${shops.toLocaleString('en-GB')} shops. There are more further away.`
  return shops === 1 ? '1 shop' : `${shops.toLocaleString('en-GB')} shops, nearest first`
}
