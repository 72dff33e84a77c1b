/** Uploads a product's pictures, and removes uploads that the form does not keep. */
import { useEffect, useRef, useState } from 'react'
import {
  centredSquare,
  preparePicture,
  removePictures,
  type SquareCrop,
  uploadFailed,
  uploadPicture,
} from '#features/account/uploads'
import { useApp } from '#platform/app-context.ts'
import { messageFor } from '#platform/message-for.ts'

export interface UploadingPicture {
  readonly id: string
  readonly name: string
  /** An object URL of the file, shown during the upload. */
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
  const [waiting, setWaiting] = useState<readonly UploadingPicture[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  /** The original files of pictures uploaded here, for cropping again. */
  const originals = useRef(new Map<string, File>())
  // Several uploads may finish between two renders, so each must see the result of the one before.
  const latest = useRef({ pictures, onChange })
  useEffect(() => {
    latest.current = { pictures, onChange }
  })
  const running = useRef(0)

  function change(next: string[]) {
    latest.current = { ...latest.current, pictures: next }
    latest.current.onChange(next)
  }

  /** Uploads one file after another, which keeps them in the chosen order. */
  async function upload(files: readonly File[], crop: SquareCrop, onUploaded: (source: string) => void): Promise<void> {
    const chosen = files.map((file) => ({
      file,
      picture: { id: crypto.randomUUID(), name: file.name, preview: URL.createObjectURL(file), progress: 0 },
    }))
    setWaiting((before) => [...before, ...chosen.map(({ picture }) => picture)])
    running.current += chosen.length
    onBusyChange(running.current > 0)
    for (const { file, picture } of chosen) {
      await uploadOne(file, picture.id, crop).then(onUploaded, (error: unknown) =>
        setProblem(messageFor(error, uploadFailed)),
      )
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

  /** Removes a picture uploaded here. Pictures saved with the product stay until the next save. */
  function removeUpload(source: string) {
    if (!originals.current.delete(source)) return
    void removePictures(app, [source]).catch(() => {})
  }

  return {
    waiting,
    problem,
    originalOf: (source: string) => originals.current.get(source),
    /** @param message an error to show as well, such as too many files */
    add(files: readonly File[], message: string | null) {
      setProblem(message)
      void upload(files, centredSquare, (source) => change([...latest.current.pictures, source]))
    },
    recrop(source: string, crop: SquareCrop) {
      const file = originals.current.get(source)
      if (!file) return
      setProblem(null)
      void upload([file], crop, (next) => {
        change(latest.current.pictures.map((each) => (each === source ? next : each)))
        removeUpload(source)
      })
    },
    remove(source: string) {
      change(latest.current.pictures.filter((each) => each !== source))
      removeUpload(source)
    },
  }
}
