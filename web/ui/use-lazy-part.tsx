/**
 * A part of the page whose code comes when it is wanted, such as a dialog. When the code does not arrive, only that part is
 * missing: a notice says so, and the next press tries again.
 */
import { useEffect, useState } from 'react'
import { toast } from './toast.tsx'

/**
 * @param load imports the part's module; define it outside the component
 * @param onFailure takes back the wish, so that it can be made anew
 * @returns the module, null until it has arrived
 */
export function useLazyPart<Module>(
  load: () => Promise<Module>,
  wanted: boolean,
  onFailure: () => void,
): Module | null {
  const [part, setPart] = useState<{ module: Module } | null>(null)
  const isMissing = wanted && part === null

  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    load().then(
      (module) => isCurrent && setPart({ module }),
      () => {
        if (!isCurrent) return
        toast({
          title: 'Something went wrong',
          description: 'This part of the page could not be loaded. Check your connection and try again.',
          variant: 'destructive',
        })
        onFailure()
      },
    )
    return () => {
      isCurrent = false
    }
  }, [isMissing, load, onFailure])

  return part?.module ?? null
}
