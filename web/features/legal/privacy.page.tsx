/** The Privacy Policy. */
import { Link } from 'react-router'
import { Mailbox } from '#features/contact'
import { NumberedPage } from './numbered-page.tsx'
import { privacyDate, privacyIntroduction, privacySections, privacyTitle } from './privacy-policy.ts'

export function Component() {
  return (
    <NumberedPage
      title={privacyTitle}
      date={privacyDate}
      canonical="/privacy"
      introduction={privacyIntroduction}
      sections={privacySections}
    >
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
