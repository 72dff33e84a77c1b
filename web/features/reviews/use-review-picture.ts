/** The picture of a review draft. It is uploaded when chosen, and removed unless the review is published. */
import { useState } from 'react'
import { usePictureDraft } from '#features/uploads'

export function useReviewPicture() {
  const draft = usePictureDraft()
  const [picture, setPicture] = useState<string | null>(null)

  function choose(next: string | null): void {
    if (next) draft.add(next)
    setPicture(next)
  }

  /** The picture now belongs to the review. */
  const markPublished = () => draft.commit([picture], [])

  return { picture, choose, markPublished }
}
