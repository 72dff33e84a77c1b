/** Links to the occasions. */

import { Cake, Gem, Gift, PartyPopper, Sparkles } from 'lucide-react'
import { Link } from 'react-router'
import { type Occasion, occasionLabels, occasions } from '#domain/categories'

const icons = {
  birthday: Cake,
  wedding: Gem,
  party: PartyPopper,
  holiday: Gift,
  special: Sparkles,
} satisfies Record<Occasion, typeof Cake>

export function OccasionLinks() {
  return (
    <nav aria-label="Occasions" className="mt-5">
      <ul className="flex flex-wrap gap-x-1 gap-y-1 sm:gap-x-2">
        {occasions.map((occasion) => {
          const Icon = icons[occasion]
          return (
            <li key={occasion}>
              <Link
                to={`/occasion/${occasion}`}
                className="inline-flex h-10 items-center gap-1.5 rounded-full px-3 font-medium text-ink hover:bg-ink/6"
              >
                <Icon aria-hidden="true" className="size-5 text-berry" strokeWidth={1.75} />
                {occasionLabels[occasion]}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
