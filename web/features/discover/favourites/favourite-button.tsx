/** The heart button that adds a product or a shop to the favourites. */

import { Heart } from 'lucide-react'
import { useSession, useWhenSignedIn } from '#features/account/auth'
import { Button } from '#ui/button'
import { classNames } from '#web/ui/class-names.ts'
import { wishFor } from './favourite-wish.ts'
import { type FavouriteSubject, isFavourite, useChangeFavourite, useFavourites } from './favourites.ts'

export interface FavouriteButtonProps {
  subject: FavouriteSubject
  name: string
  /** `card`: the heart alone, in the top right corner of a picture. `page`: with its label. */
  variant: 'card' | 'page'
  className?: string
}

/** On the server every request is a visitor's, so no heart needs a query and a mutation of its own. */
const useHeart: typeof useMembersHeart = import.meta.env.SSR
  ? () => ({ isMarked: false, toggle() {} })
  : useMembersHeart

export function FavouriteButton({ subject, name, variant, className }: FavouriteButtonProps) {
  const { isMarked, toggle } = useHeart(subject)
  const heart = (
    <Heart
      aria-hidden="true"
      className={classNames('size-5 shrink-0', isMarked ? 'fill-berry text-berry' : variant === 'page' && 'text-berry')}
    />
  )
  if (variant === 'page') {
    return (
      <Button
        variant="secondary"
        aria-label={`Favorite ${name}`}
        aria-pressed={isMarked}
        onClick={toggle}
        className={className}
      >
        {heart}
        Favorite
      </Button>
    )
  }
  // The touch target is larger than the visible disc.
  return (
    <Button
      variant="plain"
      aria-label={`Favorite ${name}`}
      aria-pressed={isMarked}
      onClick={toggle}
      className={classNames(
        'group/heart absolute top-1.5 right-1.5 z-10 grid size-11 place-items-center rounded-full',
        className,
      )}
    >
      <span className="grid size-9 place-items-center rounded-full bg-card/92 text-ink shadow-rest transition-colors group-hover/heart:bg-raised group-hover/heart:text-berry">
        {heart}
      </span>
    </Button>
  )
}

function useMembersHeart(subject: FavouriteSubject): { isMarked: boolean; toggle: () => void } {
  const { mutate } = useChangeFavourite()
  const session = useSession()
  const whenSignedIn = useWhenSignedIn()
  const { data: isMarked = false } = useFavourites((favourites) => isFavourite(favourites, subject))
  return {
    isMarked,
    toggle() {
      // A visitor who signs in wants to add it, even if it is already a favourite.
      const wanted = session.status === 'visitor' || !isMarked
      whenSignedIn(({ id }) => mutate({ userId: id, subject, wanted }), wishFor(subject))
    },
  }
}
