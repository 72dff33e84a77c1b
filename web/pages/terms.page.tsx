/** The Terms of Use. */

import { Link } from '#ui/link'
import { NumberedPage } from '#web/features/run/legal/numbered-page.tsx'
import { termsOfUse } from '#web/features/run/legal/terms-of-use.ts'
import { Mailbox } from '#web/features/talk/contact/mailbox.tsx'

export function Component() {
  return (
    <NumberedPage {...termsOfUse} canonical="/terms">
      <p>
        What we store about you, and why, is in the{' '}
        <Link to="/privacy" className="text-link">
          Privacy Policy
        </Link>
        . What sellers agree to is in the{' '}
        <Link to="/seller/terms" className="text-link">
          Seller Terms
        </Link>
        .
      </p>
      <p>
        Questions? <Mailbox />
      </p>
    </NumberedPage>
  )
}
