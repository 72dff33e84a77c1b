/** Delivery addresses. */
export { type Address, addressLines, locateAddress, useAddresses, useDeleteAddress } from './address-book.ts'
export { AddressFields } from './address-fields.tsx'
export { AddressQuestion } from './address-question.tsx'
export { AddressTownField } from './address-town-field.tsx'
export { useDestination } from './destination.ts'
