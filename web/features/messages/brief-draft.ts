/** A brief that is being written: its pictures wait on the device until there is a conversation to put them into. */
import { useEffect, useRef, useState } from 'react'
import { mostBriefPictures } from '#domain/brief'
import { PictureProblem, pictureMessage, preparePicture } from '#features/uploads'

/** One that is in storage already, or one that was just chosen. */
export type DraftPicture =
  | { readonly kind: 'kept'; readonly path: string }
  | { readonly kind: 'new'; readonly file: File; readonly preview: string }

export function useDraftPictures(kept: readonly string[]) {
  const [pictures, setPictures] = useState<readonly DraftPicture[]>(() => kept.map((path) => ({ kind: 'kept', path })))
  const [problem, setProblem] = useState<string | null>(null)
  const [isPreparing, setPreparing] = useState(false)
  const previews = useRef<string[]>([])
  useEffect(() => {
    const { current } = previews
    return () => {
      for (const preview of current) URL.revokeObjectURL(preview)
    }
  }, [])

  async function add(files: readonly File[]): Promise<void> {
    setProblem(null)
    setPreparing(true)
    const room = mostBriefPictures - pictures.length
    const added: DraftPicture[] = []
    try {
      for (const file of files.slice(0, room)) {
        const prepared = await preparePicture(file)
        const preview = URL.createObjectURL(prepared)
        previews.current.push(preview)
        added.push({ kind: 'new', file: prepared, preview })
      }
      if (files.length > room) throw new PictureProblem(`You can add up to ${mostBriefPictures} pictures.`)
    } catch (error) {
      setProblem(pictureMessage(error))
    } finally {
      setPictures((before) => [...before, ...added])
      setPreparing(false)
    }
  }

  const remove = (picture: DraftPicture) => setPictures((before) => before.filter((one) => one !== picture))

  /** What has been uploaded need not be again, should the rest fail. */
  const keep = (picture: DraftPicture, path: string) =>
    setPictures((before) => before.map((one) => (one === picture ? { kind: 'kept', path } : one)))

  return { pictures, problem, isPreparing, add, remove, keep }
}
