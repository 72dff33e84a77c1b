/** The Terms of Use. */

import { Mailbox } from '#features/contact'
import { Link } from '#ui/link'
import { NumberedPage } from './numbered-page.tsx'
import { termsOfUse } from './terms-of-use.ts'

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
