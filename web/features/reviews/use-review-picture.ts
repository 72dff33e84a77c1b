/** The picture of a review draft. It is uploaded when chosen, and deleted unless the review is published. */
import { useEffect, useRef, useState } from 'react'
import { removePicture } from '#features/uploads'
import { type AppContext, useApp } from '#platform/app-context.ts'

export function useReviewPicture() {
  const app = useApp()
  const [picture, setPicture] = useState<string | null>(null)
  /** The uploaded picture to delete unless the review is published, also after the dialog was closed. */
  const draft = useRef<{ picture: string | null; isClosed: boolean }>({ picture: null, isClosed: false })

  useEffect(() => {
    const { current } = draft
    current.isClosed = false
    return () => {
      current.isClosed = true
      discard(app, current.picture)
    }
  }, [app])

  function choose(next: string | null): void {
    const { picture: before, isClosed } = draft.current
    discard(app, before)
    // The dialog was closed during the upload.
    if (isClosed) discard(app, next)
    draft.current.picture = next
    setPicture(next)
  }

  /** The picture now belongs to the review. */
  function markPublished(): void {
    draft.current.picture = null
  }

  return { picture, choose, markPublished }
}

/** Best effort: leftover files are not visible to anybody. */
function discard(app: AppContext, picture: string | null): void {
  if (picture) removePicture(app, picture).catch(() => {})
}
