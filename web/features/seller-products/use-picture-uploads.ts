/** Pictures of a product on their way to storage, and what happens to those that are not kept in the end. */
import { useEffect, useRef, useState } from 'react'
import {
  centredSquare,
  pictureMessage,
  preparePicture,
  removePictures,
  type SquareCrop,
  uploadPicture,
} from '#features/uploads'
import { useApp } from '#web/app/app-context.ts'

export interface WaitingPicture {
  readonly id: string
  readonly name: string
  /** Address of the file itself, to show meanwhile. */
  readonly preview: string
  /** 0 to 1. */
  readonly progress: number
}

export interface PictureUploadsOptions {
  pictures: readonly string[]
  onChange: (pictures: string[]) => void
  folder: string
  onBusyChange: (busy: boolean) => void
}

export function usePictureUploads({ pictures, onChange, folder, onBusyChange }: PictureUploadsOptions) {
  const app = useApp()
  const [waiting, setWaiting] = useState<readonly WaitingPicture[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  /** The files behind pictures uploaded here, to be cut anew. */
  const originals = useRef(new Map<string, File>())
  // Several uploads end while none has been rendered yet: they have to see each other's result.
  const latest = useRef({ pictures, onChange })
  useEffect(() => {
    latest.current = { pictures, onChange }
  })
  const running = useRef(0)

  function change(next: string[]) {
    latest.current = { ...latest.current, pictures: next }
    latest.current.onChange(next)
  }

  /** One after another, so that they stand in the order they were chosen in. */
  async function upload(files: readonly File[], crop: SquareCrop, place: (source: string) => void): Promise<void> {
    const chosen = files.map((file) => ({
      file,
      picture: { id: crypto.randomUUID(), name: file.name, preview: URL.createObjectURL(file), progress: 0 },
    }))
    setWaiting((before) => [...before, ...chosen.map(({ picture }) => picture)])
    running.current += chosen.length
    onBusyChange(running.current > 0)
    for (const { file, picture } of chosen) {
      await uploadOne(file, picture.id, crop).then(place, (error: unknown) => setProblem(pictureMessage(error)))
      URL.revokeObjectURL(picture.preview)
      setWaiting((before) => before.filter(({ id }) => id !== picture.id))
      running.current -= 1
      onBusyChange(running.current > 0)
    }
  }

  async function uploadOne(file: File, id: string, crop: SquareCrop): Promise<string> {
    const source = await uploadPicture(app, {
      bucket: 'product_images',
      folder,
      file: await preparePicture(file, crop),
      onProgress: (progress) =>
        setWaiting((before) => before.map((each) => (each.id === id ? { ...each, progress } : each))),
    })
    originals.current.set(source, file)
    return source
  }

  /** What was uploaded here and is not wanted belongs to nobody; what the product had before stays until it is saved. */
  function forget(source: string) {
    if (!originals.current.delete(source)) return
    void removePictures(app, [source]).catch(() => {})
  }

  return {
    waiting,
    problem,
    originalOf: (source: string) => originals.current.get(source),
    /** @param complaint what to say besides, such as that there were too many */
    add(files: readonly File[], complaint: string | null) {
      setProblem(complaint)
      void upload(files, centredSquare, (source) => change([...latest.current.pictures, source]))
    },
    recrop(source: string, crop: SquareCrop) {
      const file = originals.current.get(source)
      if (!file) return
      setProblem(null)
      void upload([file], crop, (next) => {
        change(latest.current.pictures.map((each) => (each === source ? next : each)))
        forget(source)
      })
    },
    remove(source: string) {
      change(latest.current.pictures.filter((each) => each !== source))
      forget(source)
    },
  }
}
