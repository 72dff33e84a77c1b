/**
 * Loads a component on demand, such as a dialog. If its code fails to load, a toast is shown and the next press tries
 * again. Firefox keeps the failure until the page is reloaded (https://github.com/whatwg/html/issues/6768).
 */
import { useEffect, useState } from 'react'
import { toast } from './toast.tsx'

/**
 * @param load imports the module; define it outside the component
 * @param onFailure resets `wanted`, so that the next press tries again
 * @returns the module, or null until it has loaded
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
          description:
            'This part of the page could not be loaded. Check your connection and try again, or reload the page.',
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
