/** Confirms that a saved card is removed. */
import { cardName } from '#domain/checkout/saved-card'
import { type SavedCard, useRemoveCard } from '#features/buy/cards'
import { Button } from '#ui/button'
import { Dialog, DialogActions } from '#ui/dialog'

export function RemoveCardDialog({ card, onClose }: { card: SavedCard; onClose: () => void }) {
  const { mutate, isPending } = useRemoveCard()
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Remove ${cardName(card)}?`}
      description="Our payment provider deletes the card too. You can save it again when you next pay."
    >
      <DialogActions>
        <Button variant="danger" size="lg" busy={isPending} onClick={() => mutate(card.id, { onSuccess: onClose })}>
          Remove card
        </Button>
        <Button data-initial-focus variant="secondary" size="lg" disabled={isPending} onClick={onClose}>
          Keep
        </Button>
      </DialogActions>
    </Dialog>
  )
}
