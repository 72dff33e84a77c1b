/** The message for an unknown URL, or for a page this member may not see. */

import { Cookie } from 'lucide-react'
import { PageNotice } from '#ui/page-notice'
import { PageHead } from './page-head.tsx'

export function NotFound() {
  return (
    <>
      <PageHead title="Page not found" hidden />
      <PageNotice icon={Cookie} title="Page not found" to="/" link="Go to the home page">
        We can’t find the page you’re looking for. It may have moved, or the address may be wrong.
      </PageNotice>
    </>
  )
}
