/** How to pay: with a saved card, or on the payment page, where the card can be saved. */
import { useId, useState } from 'react'
import { cardName, expiryText, isExpired } from '#domain/checkout/saved-card'
import { type SavedCard, useSavedCards } from '#features/buy/cards'
import { useNow } from '#platform/clock.ts'
import { Checkbox } from '#ui/checkbox'
import { Choice } from '#ui/choice'
import type { PaymentChoice } from './start-payment.ts'

export interface PaymentChoices {
  /** The cards that can be charged. */
  readonly cards: readonly SavedCard[]
  /** The chosen one. Null for the payment page. */
  readonly card: SavedCard | null
  readonly savesCard: boolean
  /** What to start the payment with. */
  readonly choice: PaymentChoice
  chooseCard(id: string | null): void
  chooseSaving(saves: boolean): void
}

/** The card used last is chosen, until the buyer chooses otherwise. @param startsOnPage after a card did not work */
export function usePaymentChoices(startsOnPage = false): PaymentChoices {
  const now = useNow()
  const cards = useSavedCards().data?.filter((card) => !isExpired(card, now)) ?? []
  const [chosen, chooseCard] = useState<string | null | undefined>(startsOnPage ? null : undefined)
  const [savesCard, chooseSaving] = useState(false)
  const card = chosen === undefined ? (cards[0] ?? null) : (cards.find(({ id }) => id === chosen) ?? null)
  const choice = card ? { savedCard: card.id } : { savesCard }
  return { cards, card, savesCard, choice, chooseCard, chooseSaving }
}

export function PayWith({ cards, card, savesCard, chooseCard, chooseSaving }: PaymentChoices) {
  const hint = useId()
  return (
    <div className="flex flex-col gap-3">
      {cards.length > 0 && (
        <fieldset>
          <legend className="font-semibold">Pay with</legend>
          <div className="mt-1.5 flex flex-col">
            {cards.map((one) => (
              <Choice
                key={one.id}
                look="row"
                name="pay-with"
                checked={one.id === card?.id}
                onChange={() => chooseCard(one.id)}
              >
                <span className="flex flex-wrap justify-between gap-x-3 tabular-nums">
                  {cardName(one)} <span className="text-ink-soft">{expiryText(one)}</span>
                </span>
              </Choice>
            ))}
            <Choice look="row" name="pay-with" checked={card === null} onChange={() => chooseCard(null)}>
              Another card
            </Choice>
          </div>
        </fieldset>
      )}
      {card === null && (
        <div>
          <Checkbox
            label="Save my card for next time"
            checked={savesCard}
            aria-describedby={hint}
            onChange={(event) => chooseSaving(event.currentTarget.checked)}
          />
          <p id={hint} className="text-sm text-pretty text-ink-soft">
            Our payment provider keeps it. We see its brand, last four digits and expiry. You can remove it in your
            settings.
          </p>
        </div>
      )}
    </div>
  )
}

/** The button's text may need two lines. */
export const payButtonLook = 'h-auto min-h-13 px-5 py-2.5 leading-snug text-balance whitespace-normal'

/** What the button says. */
export function payText(amount: string, card: SavedCard | null): string {
  return card ? `Pay ${amount} with ${cardName(card)}` : `Pay ${amount}`
}
