/** Where a buyer wants things delivered. */
export {
  type Address,
  addressesQuery,
  addressLines,
  deleteAddress,
  findPlaceOf,
  makeDefault,
  useAddresses,
} from './address-book.ts'
export { AddressFields } from './address-fields.tsx'
export { PlaceOfAddressField } from './place-of-address-field.tsx'
