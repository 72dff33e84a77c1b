/** Delivery addresses. */
export {
  type Address,
  addressesQuery,
  addressLines,
  locateAddress,
  useAddresses,
  useDeleteAddress,
  useMakeDefault,
} from './address-book.ts'
export { AddressFields } from './address-fields.tsx'
export { AddressTownField } from './address-town-field.tsx'
