/** The seller agreement in a dialog over the form that accepts it. */
import { useRef } from 'react'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { NumberedText } from '#ui/numbered-text'
import { agreement } from './agreement.ts'

export function AgreementDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  // The first focusable element is the button at the end, so focus would start there. The scroll margin keeps the title
  // visible.
  const text = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={agreement.title}
      width="wide"
      initialFocus={text}
    >
      <div ref={text} tabIndex={-1} className="scroll-mt-40 outline-none">
        <NumberedText headingLevel="h3" introduction={agreement.introduction} sections={agreement.sections} />
      </div>
      <Button className="mt-8 w-full" onClick={onClose}>
        Back to the form
      </Button>
    </Dialog>
  )
}
