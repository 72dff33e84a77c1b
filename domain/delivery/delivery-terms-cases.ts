/** Cases for tests of delivery fees, in TypeScript and in SQL. */
import type { DeliveryTermsRow } from './delivery-terms.ts'

export interface DeliveryCase {
  readonly terms: DeliveryTermsRow
  /** In pounds. */
  readonly subtotal: number
  readonly miles: number | null
  readonly postcode: string
  /** In pounds; null if the shop does not deliver there. */
  readonly fee: number | null
}

const none = { fee: null, zones: [], free_from: null, minimum_order: null }
const flat: DeliveryTermsRow = { ...none, basis: 'flat', fee: 4, free_from: 40 }
const bands: DeliveryTermsRow = {
  ...none,
  basis: 'distance',
  zones: [
    { miles: 2, fee: 3 },
    { miles: 5, fee: 4.5 },
    { miles: 10.5, fee: 7.25 },
  ],
  free_from: 60.5,
}
const areas: DeliveryTermsRow = {
  ...none,
  basis: 'postcode',
  zones: [
    { districts: ['SE1', 'EC1'], fee: 3 },
    { districts: ['EC1A', 'N1C', 'W1'], fee: 5 },
    { districts: ['B1'], fee: 0 },
  ],
}

const byDistance = (miles: number | null, fee: number | null, subtotal = 20): DeliveryCase => ({
  terms: bands,
  subtotal,
  miles,
  postcode: 'SE1 9SG',
  fee,
})
const byPostcode = (postcode: string, fee: number | null): DeliveryCase => ({
  terms: areas,
  subtotal: 20,
  miles: 3,
  postcode,
  fee,
})

export const deliveryCases: readonly DeliveryCase[] = [
  ...[0.01, 39.99].map((subtotal) => ({ terms: flat, subtotal, miles: null, postcode: 'ZE1 0AA', fee: 4 })),
  ...[40, 40.01, 900].map((subtotal) => ({ terms: flat, subtotal, miles: 600, postcode: 'ZE1 0AA', fee: 0 })),
  { terms: { ...flat, free_from: null }, subtotal: 900, miles: 1, postcode: 'SE1 9SG', fee: 4 },
  { terms: { ...flat, fee: 0 }, subtotal: 1, miles: 1, postcode: 'SE1 9SG', fee: 0 },
  byDistance(0, 3),
  byDistance(2, 3),
  byDistance(2.1, 4.5),
  byDistance(5, 4.5),
  byDistance(5.1, 7.25),
  byDistance(10.5, 7.25),
  byDistance(10.6, null),
  byDistance(null, null),
  byDistance(2, 3, 60.49),
  byDistance(2, 0, 60.5),
  // Outside stays outside, however large the order is.
  byDistance(10.6, null, 100),
  byPostcode('SE1 9SG', 3),
  byPostcode('SE15 4QL', null),
  byPostcode('SE2 0AA', null),
  // EC1A has an area of its own; EC1M is part of EC1.
  byPostcode('EC1A 1BB', 5),
  byPostcode('EC1M 5RS', 3),
  byPostcode('W1A 0AX', 5),
  byPostcode('N1C 4AG', 5),
  byPostcode('N1 9AG', null),
  byPostcode('B1 1AA', 0),
  byPostcode('B11 1AA', null),
]
