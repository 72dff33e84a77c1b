/** The Privacy Policy. */

import { Mailbox } from '#features/contact'
import { Link } from '#ui/link'
import { NumberedPage } from './numbered-page.tsx'
import { privacyPolicy } from './privacy-policy.ts'

export function Component() {
  return (
    <NumberedPage {...privacyPolicy} canonical="/privacy">
      <p>
        How buying and selling on Tuckbox work is in the{' '}
        <Link to="/terms" className="text-link">
          Terms of Use
        </Link>
        .
      </p>
      <p>
        Questions about your data? <Mailbox />
      </p>
    </NumberedPage>
  )
}
