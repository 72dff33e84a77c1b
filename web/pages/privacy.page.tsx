/** The Privacy Policy. */

import { Link } from '#ui/link'
import { NumberedPage } from '#web/features/run/legal/numbered-page.tsx'
import { privacyPolicy } from '#web/features/run/legal/privacy-policy.ts'
import { Mailbox } from '#web/features/talk/contact/mailbox.tsx'

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
