/** The pictures chosen for a message, resized as soon as they are chosen. */
import { useEffect, useRef, useState } from 'react'
import { preparePicture, uploadFailed } from '#features/uploads'
import { messageFor } from '#platform/message-for.ts'

export const maxPictures = 4

interface ChosenPicture {
  readonly file: File
  /** A blob URL. */
  readonly preview: string
}

export function useChosenPictures() {
  const [chosen, setChosen] = useState<readonly ChosenPicture[]>([])
  const [preparing, setPreparing] = useState(0)
  const [error, setError] = useState<string | null>(null)
  /** Includes pictures being prepared, because more may be pasted in the meantime. */
  const selectedCount = useRef(0)
  const current = useRef(chosen)
  useEffect(() => {
    current.current = chosen
  }, [chosen])
  useEffect(() => () => release(current.current), [])

  async function choose(files: readonly File[]): Promise<void> {
    const accepted = files.slice(0, maxPictures - selectedCount.current)
    setError(files.length > accepted.length ? `You can send up to ${maxPictures} pictures at a time.` : null)
    selectedCount.current += accepted.length
    setPreparing((before) => before + accepted.length)
    for (const file of accepted) await prepare(file)
  }

  async function prepare(file: File): Promise<void> {
    try {
      const prepared = await preparePicture(file)
      setChosen((before) => [...before, { file: prepared, preview: URL.createObjectURL(prepared) }])
    } catch (error) {
      selectedCount.current -= 1
      setError(messageFor(error, uploadFailed))
    } finally {
      setPreparing((before) => before - 1)
    }
  }

  function remove(preview: string): void {
    release(chosen.filter((picture) => picture.preview === preview))
    selectedCount.current -= 1
    setChosen((before) => before.filter((picture) => picture.preview !== preview))
  }

  function clear(): void {
    release(chosen)
    selectedCount.current = 0
    setChosen([])
    setError(null)
  }

  return { chosen, isBusy: preparing > 0, error, choose, remove, clear }
}

function release(pictures: readonly ChosenPicture[]): void {
  for (const { preview } of pictures) URL.revokeObjectURL(preview)
}
