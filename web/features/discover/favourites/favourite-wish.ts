/** Adds the favourite that a visitor wanted before they signed up. */
import { useCallback } from 'react'
import { isUuid } from '#domain/values/ids'
import { type SessionUser, useWishes } from '#features/account/auth'
import { type FavouriteSubject, useChangeFavourite } from './favourites.ts'

const prefix = 'favourite:'

export function wishFor(subject: FavouriteSubject): string {
  return 'productId' in subject ? `${prefix}product:${subject.productId}` : `${prefix}shop:${subject.shopId}`
}

/** Null for a text that names no product and no shop. @param text a wish without its prefix, from a URL */
export function wishedSubject(text: string): FavouriteSubject | null {
  const [kind, id = '', ...others] = text.split(':')
  if (!isUuid(id) || others.length > 0) return null
  if (kind === 'product') return { productId: id }
  return kind === 'shop' ? { shopId: id } : null
}

export function FavouriteWish(): null {
  const { mutate } = useChangeFavourite()
  const grant = useCallback(
    (text: string, user: SessionUser) => {
      const subject = wishedSubject(text)
      if (subject) mutate({ userId: user.id, subject, wanted: true })
    },
    [mutate],
  )
  useWishes(prefix, grant)
  return null
}
