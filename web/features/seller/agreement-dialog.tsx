/** The agreement in a window over the form in which it is accepted. */
import { Dialog } from '#ui/dialog'
import { agreementTitle } from './agreement.ts'
import { AgreementText } from './agreement-text.tsx'

export function AgreementDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(next) => next || onClose()} title={agreementTitle} width="wide">
      <AgreementText headingLevel="h3" />
    </Dialog>
  )
}
