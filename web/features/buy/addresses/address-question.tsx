/** Asks whether a postcode belongs to its town. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { questionPostcode } from '#features/discover/location'
import { addressKeys } from '#keys/addresses'
import { Notice } from '#ui/notice'
import type { Address } from './address-book.ts'

/** Nothing while the two fit together, or while that is not known. */
export function AddressQuestion({ address }: { address: Pick<Address, 'postal_code' | 'city'> }) {
  const query = { postalCode: address.postal_code, city: address.city }
  const { data: question } = useQuery({
    queryKey: addressKeys.questionOf(query),
    queryFn: () => questionPostcode(query),
  })
  return question ? <PostcodeQuestion>{question} Is this address right?</PostcodeQuestion> : null
}

export function PostcodeQuestion({ children }: { children: ReactNode }) {
  return (
    <Notice tone="warning" role="status">
      {children}
    </Notice>
  )
}
