/** Where a buyer wants things delivered. */
export { type Address, addressesQuery, addressLines, findPlaceOf, useAddresses } from './address-book.ts'
export { AddressFields } from './address-fields.tsx'
export { PlaceOfAddressField } from './place-of-address-field.tsx'
