/**
 * A shop's own delivery terms, and what delivering an order to a place costs. `private.own_delivery_fee` is the same
 * rule in SQL, and both pass the cases of `delivery-terms-cases.ts`.
 */
import { type ChosenPlace, shortPlaceLabel } from '../locations/chosen-place.ts'
import { milesBetween, milesText, type Place } from '../locations/distance.ts'
import { postcodeDistrict } from '../locations/postcode.ts'
import { formatPence, shortPence, toPence } from '../values/money.ts'

export const deliveryBases = ['flat', 'distance', 'postcode'] as const
type DeliveryBasis = (typeof deliveryBases)[number]

/** A row of `shop_delivery_terms`, in pounds. */
export interface DeliveryTermsRow {
  readonly basis: string
  readonly fee: number | null
  readonly zones: unknown
  readonly free_from: number | null
  readonly minimum_order: number | null
}

/** A distance band has miles, an area has districts. A flat fee is one zone that has neither. */
interface DeliveryZone {
  readonly feePence: number
  readonly miles: number | null
  readonly districts: readonly string[]
}

export interface DeliveryTerms {
  readonly basis: DeliveryBasis
  readonly zones: readonly DeliveryZone[]
  readonly freeFromPence: number | null
  readonly minimumOrderPence: number | null
}

export function readDeliveryTerms(row: DeliveryTermsRow): DeliveryTerms {
  const zones = Array.isArray(row.zones) ? row.zones.flatMap(readZone) : []
  return {
    basis: deliveryBases.find((basis) => basis === row.basis) ?? 'flat',
    zones: row.fee === null ? zones : [{ feePence: toPence(row.fee), miles: null, districts: [] }],
    freeFromPence: row.free_from === null ? null : toPence(row.free_from),
    minimumOrderPence: row.minimum_order === null ? null : toPence(row.minimum_order),
  }
}

function readZone(json: unknown): DeliveryZone[] {
  const { fee, miles, districts } = Object.fromEntries(Object.entries(typeof json === 'object' && json ? json : {}))
  if (typeof fee !== 'number') return []
  const isText = (district: unknown) => typeof district === 'string'
  return [
    {
      feePence: toPence(fee),
      miles: typeof miles === 'number' ? miles : null,
      districts: Array.isArray(districts) ? districts.filter(isText) : [],
    },
  ]
}

/** Where an order goes, as far as it is known. */
export interface Destination {
  readonly place: Place | null
  /** A postcode or its district. */
  readonly postcode: string | null
}

/** What decides about the deliveries of a shop. */
export interface DeliveringShop {
  readonly lat: number | null
  readonly lon: number | null
  readonly delivery_radius_miles: number | null
  /** Null with the marketplace's terms. */
  readonly delivery_terms: DeliveryTermsRow | null
}

export interface Delivered {
  readonly kind: 'delivered'
  /** Null with the marketplace's terms, whose fee is for the whole checkout. */
  readonly feePence: number | null
  /** The amount missing for the minimum order; 0 if nothing is missing. */
  readonly missingPence: number
  /** The amount missing for free delivery by the shop's own terms; 0 if it is free or never free. */
  readonly shortOfFreePence: number
  readonly terms: DeliveryTerms | null
  readonly miles: number | null
}

export type Delivery =
  | Delivered
  /** The shop does not deliver there. Miles are null if the distance is not the reason. */
  | { readonly kind: 'outside'; readonly miles: number | null; readonly reachMiles: number | null }
  /** It depends on a place or a postcode that is not known. */
  | { readonly kind: 'unknown'; readonly needs: 'place' | 'postcode'; readonly terms: DeliveryTerms | null }

/** The shopper's chosen place as a destination. */
export function destinationAt({ lat, lon, label }: ChosenPlace): Destination {
  return { place: { lat, lon }, postcode: postcodeDistrict(shortPlaceLabel(label)) }
}

/** Whether and for how much a shop delivers an order of this subtotal. Miles are compared as displayed, to one decimal. */
export function deliveryTo(shop: DeliveringShop, subtotalPence: number, { place, postcode }: Destination): Delivery {
  const terms = shop.delivery_terms && readDeliveryTerms(shop.delivery_terms)
  const isByDistance = terms?.basis === 'distance'
  const from = shop.lat === null || shop.lon === null ? null : { lat: shop.lat, lon: shop.lon }
  const radius = from && shop.delivery_radius_miles
  if (place === null && (radius !== null || isByDistance)) return { kind: 'unknown', needs: 'place', terms }
  const miles = from && place && Math.round(milesBetween(from, place) * 10) / 10
  const last = isByDistance ? (terms.zones.at(-1)?.miles ?? null) : null
  const reachMiles = radius === null ? last : Math.min(radius, last ?? radius)
  if (miles !== null && reachMiles !== null && miles > reachMiles) return { kind: 'outside', miles, reachMiles }
  if (!terms) return { kind: 'delivered', feePence: null, missingPence: 0, shortOfFreePence: 0, terms, miles }
  const district = postcode === null ? null : postcodeDistrict(postcode)
  if (terms.basis === 'postcode' && district === null) return { kind: 'unknown', needs: 'postcode', terms }
  const feePence = ownFeePence(terms, subtotalPence, miles, district)
  if (feePence === null) return { kind: 'outside', miles: null, reachMiles: null }
  const missingPence = Math.max(0, (terms.minimumOrderPence ?? 0) - subtotalPence)
  const shortOfFreePence = feePence === 0 ? 0 : Math.max(0, (terms.freeFromPence ?? 0) - subtotalPence)
  return { kind: 'delivered', feePence, missingPence, shortOfFreePence, terms, miles }
}

/** As `private.own_delivery_fee`: null if the shop does not deliver there. @param district 'SE1' */
export function ownFeePence(
  { basis, zones, freeFromPence }: DeliveryTerms,
  subtotalPence: number,
  miles: number | null,
  district: string | null,
): number | null {
  const zone = basis === 'flat' ? zones[0] : basis === 'distance' ? bandAt(zones, miles) : areaOf(zones, district)
  if (!zone) return null
  return freeFromPence !== null && subtotalPence >= freeFromPence ? 0 : zone.feePence
}

const bandAt = (zones: readonly DeliveryZone[], at: number | null) =>
  zones.find(({ miles }) => at !== null && miles !== null && miles >= at)

/** A letter at the end divides a district: EC1A is part of EC1. */
function areaOf(zones: readonly DeliveryZone[], district: string | null) {
  const naming = (name: string) => zones.find(({ districts }) => districts.includes(name))
  return district === null ? undefined : (naming(district) ?? naming(district.replace(/[A-Z]$/, '')))
}

/** 'from £3.00', or '£4.00' if there is only one fee. */
export function feeText({ zones }: DeliveryTerms): string {
  const fees = [...new Set(zones.map(({ feePence }) => feePence))].sort((one, other) => one - other)
  const [least = 0] = fees
  if (fees.length > 1) return `from ${formatPence(least)}`
  return least === 0 ? 'free' : formatPence(least)
}

/** Conditions of the terms: 'free from £40, minimum order £15'. Empty without any. */
export function conditionsText({ freeFromPence, minimumOrderPence }: DeliveryTerms): string {
  return [
    ...(freeFromPence === null ? [] : [`free from ${shortPence(freeFromPence)}`]),
    ...(minimumOrderPence === null ? [] : [`minimum order ${shortPence(minimumOrderPence)}`]),
  ].join(', ')
}

export type Outside = Extract<Delivery, { kind: 'outside' }>

/**
 * Why a place cannot be delivered to, as `place_order` says it of an address.
 * @param where 'your address', 'SE1'
 */
export function outsideText(shopName: string, { miles, reachMiles }: Omit<Outside, 'kind'>, where: string): string {
  return miles === null || reachMiles === null
    ? `${shopName} does not deliver to ${where}.`
    : `${shopName} delivers up to ${milesText(reachMiles)}, and ${where} is ${milesText(miles)} away.`
}

/** What has to be known about an address first. */
export function unknownText(shopName: string, { terms }: Extract<Delivery, { kind: 'unknown' }>): string {
  return terms?.basis === 'distance'
    ? `${shopName} charges delivery by distance. Please set the location of your address.`
    : `${shopName} delivers to places nearby. Please set the location of your address.`
}

/** 'Crumb delivers orders from £20.00. Please add £4.50 more.', as `place_order` says it. */
export function minimumOrderText(shopName: string, { terms, missingPence }: Delivered): string {
  return `${shopName} delivers orders from ${formatPence(terms?.minimumOrderPence ?? 0)}. Please add ${formatPence(missingPence)} more.`
}

/** 'Free from £40: £6.00 to go'. Null if nothing is to go. */
export function shortOfFreeText({ terms, shortOfFreePence }: Delivered): string | null {
  if (shortOfFreePence === 0 || !terms?.freeFromPence) return null
  return `Free from ${shortPence(terms.freeFromPence)}: ${formatPence(shortOfFreePence)} to go`
}

/** 'A £30 order to SE1 (2 miles) pays £4.00.', for the seller who sets the terms. */
export function exampleText(
  terms: DeliveryTerms,
  subtotalPence: number,
  where: { readonly name: string; readonly miles: number | null; readonly district: string | null },
): string {
  const order = `A ${shortPence(subtotalPence)} order to ${where.name}${where.miles === null ? '' : ` (${milesText(where.miles)})`}`
  const fee = ownFeePence(terms, subtotalPence, where.miles, where.district)
  if (fee === null) return `${order} is not delivered.`
  if (subtotalPence < (terms.minimumOrderPence ?? 0))
    return `${order} is too small: the minimum is ${shortPence(terms.minimumOrderPence ?? 0)}.`
  return fee === 0 ? `${order} is delivered for free.` : `${order} pays ${formatPence(fee)}.`
}
