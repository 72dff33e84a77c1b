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
  const [preparing, setPreparing] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  /** Chosen and being prepared: more may be pasted before the first are shown. */
  const taken = useRef(0)
  const current = useRef(chosen)
  useEffect(() => {
    current.current = chosen
  }, [chosen])
  useEffect(() => () => release(current.current), [])

  async function choose(files: readonly File[]): Promise<void> {
    const fitting = files.slice(0, mostPictures - taken.current)
    setProblem(files.length > fitting.length ? `You can send up to ${mostPictures} pictures at a time.` : null)
    taken.current += fitting.length
    setPreparing((before) => before + fitting.length)
    for (const file of fitting) await prepare(file)
  }

  async function prepare(file: File): Promise<void> {
    try {
      const prepared = await preparePicture(file)
      setChosen((before) => [...before, { file: prepared, preview: URL.createObjectURL(prepared) }])
    } catch (error) {
      taken.current -= 1
      setProblem(pictureMessage(error))
    } finally {
      setPreparing((before) => before - 1)
    }
  }

  function remove(preview: string): void {
    release(chosen.filter((picture) => picture.preview === preview))
    taken.current -= 1
    setChosen((before) => before.filter((picture) => picture.preview !== preview))
  }

  function clear(): void {
    release(chosen)
    taken.current = 0
    setChosen([])
    setProblem(null)
  }

  return { chosen, isBusy: preparing > 0, problem, choose, remove, clear }
}

function release(pictures: readonly ChosenPicture[]): void {
  for (const { preview } of pictures) URL.revokeObjectURL(preview)
}
