/** The window of the place picker: over the page on a desktop, the whole screen on a phone. */
import { useState } from 'react'
import { Dialog } from '#ui/dialog'
import { closePlacePicker, type OpenPicker } from './picker-store.ts'
import { PlaceForm } from './place-form.tsx'

export function PlaceDialog({ open }: { open: OpenPicker | null }) {
  // While the dialog fades away it still knows where the keyboard came from.
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

/** What opened the picker may be gone, or hidden at this width, as the menu sheet is: then the page has the keyboard. */
function focusTarget(opener: Element | null): HTMLElement | false {
  if (opener instanceof HTMLElement && opener.isConnected && opener.checkVisibility()) return opener
  document.getElementById('main')?.focus({ preventScroll: true })
  return false
}
