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
export { AddressQuestion } from './address-question.tsx'
export { AddressTownField } from './address-town-field.tsx'
export { useDestination } from './destination.ts'
