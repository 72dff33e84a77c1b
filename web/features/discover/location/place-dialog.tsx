/** The dialog of the place picker. It fills a phone's screen. */
import { useState } from 'react'
import { Dialog } from '#ui/dialog'
import { closePlacePicker, type OpenPicker } from './picker-store.ts'
import { PlaceForm } from './place-form.tsx'

export function PlaceDialog({ open }: { open: OpenPicker | null }) {
  // While the dialog fades out it keeps its opener, so that it can return the focus.
  const [opener, setOpener] = useState<Element | null>(null)
  if (open && open.opener !== opener) setOpener(open.opener)
  return (
    <Dialog
      open={open !== null}
      onOpenChange={(next) => next || closePlacePicker()}
      finalFocus={() => focusTarget(opener)}
      title="Where are you?"
      description="We’ll show you food made nearby."
      width="widest"
      onPhones="full"
    >
      <PlaceForm />
    </Dialog>
  )
}

/** The opener may be removed, or hidden at this width, like the menu sheet. The page then gets the focus. */
function focusTarget(opener: Element | null): HTMLElement | false {
  if (opener instanceof HTMLElement && opener.isConnected && opener.checkVisibility()) return opener
  document.getElementById('main')?.focus({ preventScroll: true })
  return false
}
