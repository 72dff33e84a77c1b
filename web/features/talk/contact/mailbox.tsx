/** The support mailbox as a link, and a link to the contact form. */

import { useApp } from '#platform/app-context.ts'
import { Link } from '#ui/link'

export function Mailbox() {
  const { supportEmail } = useApp().config
  return (
    <>
      Email{' '}
      <a href={`mailto:${supportEmail}`} className="text-link wrap-anywhere">
        {supportEmail}
      </a>{' '}
      or use the{' '}
      <Link to="/contact" className="text-link">
        contact page
      </Link>
      .
    </>
  )
}
