/** The pictures of an unsent brief. They stay on the device until the conversation exists. */
import { useEffect, useRef, useState } from 'react'
import { maxBriefPictures } from '#domain/brief'
import { PictureError, preparePicture, uploadFailed } from '#features/uploads'
import { messageFor } from '#platform/message-for.ts'

/** A picture that is already stored, or one that was just chosen. */
export type DraftPicture =
  | { readonly kind: 'stored'; readonly path: string }
  | { readonly kind: 'new'; readonly file: File; readonly preview: string }

export function useDraftPictures(stored: readonly string[]) {
  const [pictures, setPictures] = useState<readonly DraftPicture[]>(() =>
    stored.map((path) => ({ kind: 'stored', path })),
  )
  const [error, setError] = useState<string | null>(null)
  const [isPreparing, setPreparing] = useState(false)
  const previews = useRef<string[]>([])
  useEffect(() => {
    const { current } = previews
    return () => {
      for (const preview of current) URL.revokeObjectURL(preview)
    }
  }, [])

  async function add(files: readonly File[]): Promise<void> {
    setError(null)
    setPreparing(true)
    const remaining = maxBriefPictures - pictures.length
    const added: DraftPicture[] = []
    try {
      for (const file of files.slice(0, remaining)) {
        const prepared = await preparePicture(file)
        const preview = URL.createObjectURL(prepared)
        previews.current.push(preview)
        added.push({ kind: 'new', file: prepared, preview })
      }
      if (files.length > remaining) throw new PictureError(`You can add up to ${maxBriefPictures} pictures.`)
    } catch (error) {
      setError(messageFor(error, uploadFailed))
    } finally {
      setPictures((before) => [...before, ...added])
      setPreparing(false)
    }
  }

  const remove = (picture: DraftPicture) => setPictures((before) => before.filter((one) => one !== picture))

  /** Uploaded pictures are not uploaded again if a later step fails. */
  const markUploaded = (picture: DraftPicture, path: string) =>
    setPictures((before) => before.map((one) => (one === picture ? { kind: 'stored', path } : one)))

  return { pictures, error, isPreparing, add, remove, markUploaded }
}
