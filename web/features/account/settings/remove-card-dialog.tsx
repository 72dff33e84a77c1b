/** Confirms that a saved card is removed. */
import { cardName } from '#domain/checkout/saved-card'
import { type SavedCard, useRemoveCard } from '#features/buy/cards'
import { ConfirmDialog } from '#ui/confirm-dialog'

export function RemoveCardDialog({ card, onClose }: { card: SavedCard; onClose: () => void }) {
  const { mutate, isPending } = useRemoveCard()
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Remove ${cardName(card)}?`}
      description="Our payment provider deletes the card too. You can save it again when you next pay."
      action="Remove card"
      onConfirm={() => mutate(card.id, { onSuccess: onClose })}
      isPending={isPending}
      keep="Keep"
    />
  )
}
