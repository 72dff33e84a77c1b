/** Delivery addresses. */
export {
  type Address,
  addressesQuery,
  addressLines,
  deleteAddress,
  locateAddress,
  makeDefault,
  useAddresses,
} from './address-book.ts'
export { AddressFields } from './address-fields.tsx'
export { AddressTownField } from './address-town-field.tsx'
