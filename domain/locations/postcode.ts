/** The format of UK postcodes. Only a geocoder knows whether one exists. */

const full = /^([A-Z]{1,2}[0-9][A-Z0-9]?)([0-9][A-Z]{2})$/
const outward = /^[A-Z]{1,2}[0-9][A-Z0-9]?$/

function compact(text: string): string {
  return text.length > 20 ? '' : text.replace(/[\s-]+/g, '').toUpperCase()
}

/** @returns the postcode in its postal form, 'SE1 9SG'; null for anything else */
export function readPostcode(text: string): string | null {
  const [, district, unit] = full.exec(compact(text)) ?? []
  return district && unit ? `${district} ${unit}` : null
}

/** The outward part of a postcode, such as 'SE1', or with the start of the inward part: not enough to geocode. */
export function isPartOfPostcode(text: string): boolean {
  const typed = compact(text)
  return outward.test(typed) || (/[0-9]/.test(typed) && outward.test(typed.replace(/[0-9][A-Z]?$/, '')))
}

/** The district of a full postcode or of the start of one: 'SE1' of 'se1 9sg' and of 'SE1'. Null for other text. */
export function postcodeDistrict(text: string): string | null {
  const [beforeSpace = ''] = text.trim().split(/[\s-]+/)
  const typed = readPostcode(text)?.split(' ')[0] ?? compact(beforeSpace)
  return outward.test(typed) ? typed : null
}
