/** Settings: saved cards. */
import { CreditCard, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { cardName, expiryText, isExpired } from '#domain/checkout/saved-card'
import { useNow } from '#platform/clock.ts'
import { preload } from '#platform/preload.ts'
import { Badge } from '#ui/badge'
import { EmptyState } from '#ui/empty-state'
import { IconButton } from '#ui/icon-button'
import { Loaded } from '#ui/loaded'
import { useLazyPart } from '#ui/use-lazy-part'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { SettingsLoading } from '#web/features/account/settings/loading.tsx'
import { type SavedCard, savedCardsQuery, useSavedCards } from '#web/features/buy/cards/saved-cards.ts'

export const loader = memberLoader((app, { id }) => void preload(app, savedCardsQuery(app, id)))

const loadDialog = () => import('#web/features/account/settings/remove-card-dialog.tsx')

export function Component() {
  const query = useSavedCards()
  const [removed, setRemoved] = useState<SavedCard | null>(null)
  const close = () => setRemoved(null)
  const part = useLazyPart(loadDialog, removed !== null, close)
  return (
    <>
      <Loaded query={query} isLine failed="Your cards could not be loaded." loading={<SettingsLoading what="cards" />}>
        {(cards) =>
          cards.length === 0 ? (
            <EmptyState icon={CreditCard} title="No saved cards" className="py-8">
              When you pay for an order, you can choose to save your card for the next one.
            </EmptyState>
          ) : (
            <>
              <CardList cards={cards} onRemove={setRemoved} />
              <p className="mt-5 text-pretty text-ink-soft">
                Our payment provider keeps your cards. We see only what is shown here, and charge a card only when you
                choose it.
              </p>
            </>
          )
        }
      </Loaded>
      {part && removed && <part.RemoveCardDialog card={removed} onClose={close} />}
    </>
  )
}

function CardList({ cards, onRemove }: { cards: readonly SavedCard[]; onRemove: (card: SavedCard) => void }) {
  const now = useNow()
  return (
    <ul aria-label="Saved cards" className="space-y-3">
      {cards.map((card) => {
        const hasExpired = isExpired(card, now)
        return (
          <li
            key={card.id}
            className="flex items-center gap-4 rounded-card border border-line bg-card py-3 pr-2 pl-4 sm:pl-5"
          >
            <CreditCard aria-hidden="true" className="size-6 shrink-0 text-ink-soft" strokeWidth={1.75} />
            <div className="min-w-0 grow">
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span className="font-semibold tabular-nums">{cardName(card)}</span>
                {hasExpired && <Badge tone="alarm">Expired</Badge>}
              </p>
              <p className="text-ink-soft tabular-nums">
                {hasExpired ? 'Expired' : 'Expires'} {expiryText(card)}
              </p>
            </div>
            <IconButton icon={Trash2} label={`Remove ${cardName(card)}`} onClick={() => onRemove(card)} />
          </li>
        )
      })}
    </ul>
  )
}
