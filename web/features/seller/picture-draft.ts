/** Pictures chosen in a form that is not saved yet: whatever is not kept in the end is taken out of storage again. */
import { useEffect, useRef } from 'react'
import { removePictures } from '#features/uploads'
import { type AppContext, useApp } from '#web/app/app-context.ts'

export interface PictureDraft {
  /** A picture was uploaded for this form. */
  add: (source: string) => void
  /** The form was saved: of what was uploaded, and of what was there before, only these stay. */
  settle: (kept: readonly (string | null | undefined)[], before: readonly (string | null)[]) => void
}

export function usePictureDraft(): PictureDraft {
  const app = useApp()
  const uploaded = useRef(new Set<string>())

  useEffect(() => {
    const pictures = uploaded.current
    return () => discard(app, [...pictures])
  }, [app])

  return {
    add: (source) => uploaded.current.add(source),
    settle(kept, before) {
      const gone = [...uploaded.current, ...before].filter((source) => source !== null && !kept.includes(source))
      uploaded.current.clear()
      discard(
        app,
        gone.flatMap((source) => source ?? []),
      )
    },
  }
}

/** A picture left behind does no harm, so nobody waits for this or hears of it. */
function discard(app: AppContext, sources: readonly string[]): void {
  if (sources.length > 0) void removePictures(app, sources).catch(() => {})
}
