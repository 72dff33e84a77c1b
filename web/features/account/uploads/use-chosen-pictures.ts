/** Pictures chosen in a form, resized as soon as they are chosen. */
import { useEffect, useRef, useState } from 'react'
import { messageFor } from '#platform/message-for.ts'
import { preparePicture } from './prepare-picture.ts'
import { type ChosenPicture, uploadFailed } from './upload-picture.ts'

/** @param tooMany the error if more than `max` are chosen. @param stored the paths of earlier pictures */
export function useChosenPictures(max: number, tooMany: string, stored: readonly string[] = []) {
  const [chosen, setChosen] = useState<readonly ChosenPicture[]>(() => stored.map((source) => ({ file: null, source })))
  const [preparing, setPreparing] = useState(0)
  const [error, setError] = useState<string | null>(null)
  /** Includes pictures being prepared, because more may be pasted in the meantime. */
  const selectedCount = useRef(stored.length)
  const current = useRef(chosen)
  useEffect(() => {
    current.current = chosen
  }, [chosen])
  useEffect(() => () => release(current.current), [])

  async function choose(files: readonly File[]): Promise<void> {
    const accepted = files.slice(0, max - selectedCount.current)
    setError(files.length > accepted.length ? tooMany : null)
    selectedCount.current += accepted.length
    setPreparing((before) => before + accepted.length)
    for (const file of accepted) await prepare(file)
  }

  async function prepare(chosenFile: File): Promise<void> {
    try {
      const file = await preparePicture(chosenFile)
      setChosen((before) => [...before, { file, source: URL.createObjectURL(file) }])
    } catch (error) {
      selectedCount.current -= 1
      setError(messageFor(error, uploadFailed))
    } finally {
      setPreparing((before) => before - 1)
    }
  }

  function remove(picture: ChosenPicture): void {
    release([picture])
    selectedCount.current -= 1
    setChosen((before) => before.filter((one) => one !== picture))
  }

  function clear(): void {
    release(chosen)
    selectedCount.current = 0
    setChosen([])
    setError(null)
  }

  /** A picture that was uploaded is not uploaded again if a later step fails. */
  function markStored(picture: ChosenPicture, path: string): void {
    release([picture])
    setChosen((before) => before.map((one) => (one === picture ? { file: null, source: path } : one)))
  }

  return { chosen, isBusy: preparing > 0, error, choose, remove, clear, markStored }
}

function release(pictures: readonly ChosenPicture[]): void {
  for (const { file, source } of pictures) if (file) URL.revokeObjectURL(source)
}
