/** The development page of web/ui. The production build has no route to it. */
import { PageHead } from '#platform/page-head.tsx'
import { Gallery } from '#ui/gallery'

export function Component() {
  return (
    <>
      <PageHead title="Elements" hidden />
      <Gallery />
    </>
  )
}
