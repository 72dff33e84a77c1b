/** The picture of a review that is being written: in storage as soon as it is chosen, out of it again unless the review is published. */
import { useEffect, useRef, useState } from 'react'
import { removePicture } from '#features/uploads'
import { type AppContext, useApp } from '#web/app/app-context.ts'

export function useReviewPicture() {
  const app = useApp()
  const [picture, setPicture] = useState<string | null>(null)
  /** What is in storage for nothing until the review is published, also when the dialog is closed by then. */
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
    // The dialog was closed while the file was on its way.
    if (isClosed) discard(app, next)
    draft.current.picture = next
    setPicture(next)
  }

  /** From now on it belongs to the review. */
  function markPublished(): void {
    draft.current.picture = null
  }

  return { picture, choose, markPublished }
}

/** Best effort: what stays behind is seen by nobody. */
function discard(app: AppContext, picture: string | null): void {
  if (picture) removePicture(app, picture).catch(() => {})
}
