/** Pictures uploaded for an unsaved form. Those that the form does not keep are removed from storage. */
import { useEffect, useRef } from 'react'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { removePictures } from './upload-picture.ts'

interface PictureDraft {
  /** Records a picture uploaded for this form. */
  add: (source: string) => void
  /** Call after saving: removes the uploaded and previous pictures that are not in `kept`. */
  commit: (kept: readonly (string | null | undefined)[], before: readonly (string | null)[]) => void
}

export function usePictureDraft(): PictureDraft {
  const app = useApp()
  const uploaded = useRef(new Set<string>())
  const isClosed = useRef(false)

  useEffect(() => {
    const pictures = uploaded.current
    isClosed.current = false
    return () => {
      isClosed.current = true
      discard(app, [...pictures])
    }
  }, [app])

  return {
    add(source) {
      // The form was closed during the upload.
      if (isClosed.current) discard(app, [source])
      else uploaded.current.add(source)
    },
    commit(kept, before) {
      const unused = [...uploaded.current, ...before].flatMap((source) => source ?? [])
      uploaded.current.clear()
      discard(
        app,
        unused.filter((source) => !kept.includes(source)),
      )
    },
  }
}

/** Not awaited, and failures are ignored: a leftover picture does no harm. */
function discard(app: AppContext, sources: readonly string[]): void {
  if (sources.length > 0) void removePictures(app, sources).catch(() => {})
}
