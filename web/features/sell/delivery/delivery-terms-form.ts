/** The form for a shop's own delivery terms. */
import { z } from 'zod'
import { type DeliveryTermsRow, deliveryBases, readDeliveryTerms } from '#domain/delivery/delivery-terms'
import { postcodeDistrict, readPostcode } from '#domain/locations/postcode'
import { toPounds } from '#domain/values/money'

export const maxZones = 10
const maxDistricts = 200
const maxFee = 100
const maxAmount = 10_000

const feeMessage = 'Please enter a fee from £0 to £100.'
const amountMessage = 'Please enter an amount up to £10,000, or leave this empty.'
const milesMessage = 'Please enter a distance between 0.1 and 500 miles.'
const orderMessage = 'Each distance must be longer than the one before.'

const text = z.string().trim()

/** Null for anything but an amount in pounds and pence. */
function readPounds(typed: string, most: number): number | null {
  const amount = /^£?\d{1,5}(\.\d{1,2})?$/.test(typed) ? Number(typed.replace('£', '')) : null
  return amount !== null && amount <= most ? amount : null
}

/** '' is null. */
const optionalAmount = text.transform((typed, context) => {
  if (typed === '') return null
  const amount = readPounds(typed, maxAmount)
  if (amount) return amount
  context.addIssue({ code: 'custom', message: amountMessage })
  return z.NEVER
})

function readMiles(typed: string): number | null {
  const miles = /^\d{1,3}(\.\d)?$/.test(typed) ? Number(typed) : null
  return miles !== null && miles >= 0.1 && miles <= 500 ? miles : null
}

/** 'SE1, SE15 se16' as districts; null for text that is none. */
function readDistricts(typed: string): (string | null)[] {
  const words = typed.split(/[\s,;]+/).filter(Boolean)
  return words.map((word) => (readPostcode(word) === null ? postcodeDistrict(word) : null))
}

const fields = z.object({
  /** `common` is the marketplace's terms, which are no row. */
  basis: z.enum(['common', ...deliveryBases]),
  fee: text,
  bands: z.array(z.object({ miles: text, fee: text })).max(maxZones),
  areas: z.array(z.object({ districts: text, fee: text })).max(maxZones),
  freeFrom: optionalAmount,
  minimumOrder: optionalAmount,
})

type Fields = z.output<typeof fields>
type Report = (message: string, ...path: (string | number)[]) => void

const checks: Record<Fields['basis'], (form: Fields, report: Report) => void> = {
  common: () => {},
  flat: ({ fee }, report) => {
    if (readPounds(fee, maxFee) === null) report(feeMessage, 'fee')
  },
  distance: ({ bands }, report) => {
    bands.forEach((band, index) => {
      const miles = readMiles(band.miles)
      const before = readMiles(bands[index - 1]?.miles ?? '')
      if (miles === null) report(milesMessage, 'bands', index, 'miles')
      else if (before !== null && miles <= before) report(orderMessage, 'bands', index, 'miles')
      if (readPounds(band.fee, maxFee) === null) report(feeMessage, 'bands', index, 'fee')
    })
  },
  postcode: ({ areas }, report) => {
    const seen = new Set<string>()
    areas.forEach((area, index) => {
      const districts = readDistricts(area.districts)
      const repeated = districts.find(
        (district, at) => district && (seen.has(district) || districts.indexOf(district) < at),
      )
      if (districts.length === 0 || districts.includes(null)) {
        report('Please enter postcode districts, such as SE1, SE15.', 'areas', index, 'districts')
      } else if (repeated) report(`${repeated} is listed twice.`, 'areas', index, 'districts')
      for (const district of districts) if (district) seen.add(district)
      if (seen.size > maxDistricts)
        report(`Please list at most ${maxDistricts} districts.`, 'areas', index, 'districts')
      if (readPounds(area.fee, maxFee) === null) report(feeMessage, 'areas', index, 'fee')
    })
  },
}

/** The row to save, or null for the marketplace's terms. */
export const deliveryTermsForm = fields
  .superRefine((form, context) => {
    checks[form.basis](form, (message, ...path) => context.addIssue({ code: 'custom', message, path }))
  })
  .transform((form): DeliveryTermsRow | null => {
    const { basis, freeFrom, minimumOrder } = form
    if (basis === 'common') return null
    return {
      basis,
      fee: basis === 'flat' ? readPounds(form.fee, maxFee) : null,
      zones: zonesOf(form),
      free_from: freeFrom,
      minimum_order: minimumOrder,
    }
  })

function zonesOf({ basis, bands, areas }: Fields): object[] {
  if (basis === 'distance') {
    return bands.map(({ miles, fee }) => ({ miles: readMiles(miles), fee: readPounds(fee, maxFee) }))
  }
  if (basis !== 'postcode') return []
  return areas.map(({ districts, fee }) => ({
    districts: readDistricts(districts).filter((district) => district !== null),
    fee: readPounds(fee, maxFee),
  }))
}

export type DeliveryTermsFormInput = z.input<typeof deliveryTermsForm>

const pounds = (pence: number | null | undefined) => (pence == null ? '' : toPounds(pence).replace(/\.00$/, ''))

/** The form of saved terms; null is the marketplace's. Each basis has something to begin with. */
export function deliveryTermsFormValues(row: DeliveryTermsRow | null): DeliveryTermsFormInput {
  const terms = row && readDeliveryTerms(row)
  const zones = terms?.zones ?? []
  return {
    basis: terms?.basis ?? 'common',
    fee: terms?.basis === 'flat' ? pounds(zones[0]?.feePence) : '',
    bands:
      terms?.basis === 'distance'
        ? zones.map(({ miles, feePence }) => ({ miles: String(miles ?? ''), fee: pounds(feePence) }))
        : [{ miles: '', fee: '' }],
    areas:
      terms?.basis === 'postcode'
        ? zones.map(({ districts, feePence }) => ({ districts: districts.join(', '), fee: pounds(feePence) }))
        : [{ districts: '', fee: '' }],
    freeFrom: pounds(terms?.freeFromPence),
    minimumOrder: pounds(terms?.minimumOrderPence),
  }
}
