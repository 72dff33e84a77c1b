/** The pictures that are to go with a message: a few, made fit for the web as soon as they are chosen. */
import { useEffect, useRef, useState } from 'react'
import { pictureMessage, preparePicture } from '#features/uploads'

export const mostPictures = 4

interface ChosenPicture {
  readonly file: File
  /** An address on this device. */
  readonly preview: string
}

export function useChosenPictures() {
  const [chosen, setChosen] = useState<readonly ChosenPicture[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const current = useRef(chosen)
  useEffect(() => {
    current.current = chosen
  }, [chosen])
  useEffect(() => () => release(current.current), [])

  async function choose(files: readonly File[]): Promise<void> {
    const room = mostPictures - chosen.length
    setProblem(files.length > room ? `At most ${mostPictures} pictures at a time.` : null)
    setIsBusy(true)
    try {
      for (const file of files.slice(0, room)) {
        const prepared = await preparePicture(file)
        setChosen((before) => [...before, { file: prepared, preview: URL.createObjectURL(prepared) }])
      }
    } catch (error) {
      setProblem(pictureMessage(error))
    } finally {
      setIsBusy(false)
    }
  }

  function remove(preview: string): void {
    release(chosen.filter((picture) => picture.preview === preview))
    setChosen(chosen.filter((picture) => picture.preview !== preview))
  }

  function clear(): void {
    release(chosen)
    setChosen([])
    setProblem(null)
  }

  return { chosen, isBusy, problem, choose, remove, clear }
}

function release(pictures: readonly ChosenPicture[]): void {
  for (const { preview } of pictures) URL.revokeObjectURL(preview)
}
