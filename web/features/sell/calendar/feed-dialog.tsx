/** Creates, replaces and switches off the private feed for calendar programs. */
import { momentFrom } from '#domain/values/calendar'
import { useNow } from '#platform/clock.ts'
import { copyText } from '#platform/copy-text.ts'
import { Button } from '#ui/button'
import { Dialog, DialogActions } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { TextField } from '#ui/text-field'
import { useCreateFeed, useFeed, useRevokeFeed } from './feed.ts'

export function FeedDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Your calendar elsewhere"
      description="Follow your orders in the calendar of your phone or computer. It is updated about every hour."
    >
      <Feed />
    </Dialog>
  )
}

function Feed() {
  const { data: feed } = useFeed()
  const now = useNow()
  const create = useCreateFeed()
  const revoke = useRevokeFeed()
  const exists = feed !== null && feed !== undefined
  return (
    <div className="space-y-5">
      {create.data ? (
        <>
          <TextField label="Private address" readOnly value={create.data} onFocus={({ target }) => target.select()} />
          <Notice tone="warning">
            Anyone with this address sees your orders, buyers’ first names and allergens. It is shown only now.
          </Notice>
        </>
      ) : (
        <p className="text-pretty text-ink-soft">
          {exists
            ? `Your feed was created ${momentFrom(now, new Date(feed.created_at))}${
                feed.read_at
                  ? ` and last read ${momentFrom(now, new Date(feed.read_at))}`
                  : ' and has not been read yet'
              }. A new address ends the old one.`
            : 'It has the items, their allergens and buyers’ first names, but no addresses.'}
        </p>
      )}
      <DialogActions>
        {create.data ? (
          <Button size="lg" onClick={() => void copyText(create.data, 'Address copied')}>
            Copy address
          </Button>
        ) : (
          <Button size="lg" busy={create.isPending} onClick={() => create.mutate()}>
            {exists ? 'Create a new address' : 'Create address'}
          </Button>
        )}
        {exists && (
          <Button
            size="lg"
            variant="secondary"
            busy={revoke.isPending}
            onClick={() => revoke.mutate(undefined, { onSuccess: () => create.reset() })}
          >
            Switch off
          </Button>
        )}
      </DialogActions>
    </div>
  )
}
