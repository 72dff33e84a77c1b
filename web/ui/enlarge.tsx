/** Opens pictures in a full-screen viewer. The viewer's code is loaded on demand. */
import { type ReactNode, useCallback, useState } from 'react'
import { useLazyPart } from './use-lazy-part.tsx'

const loadViewer = () => import('./picture-viewer.tsx')

export interface EnlargeProps {
  /** The common title of the pictures. */
  title: string
  pictures: readonly string[]
  /** @param enlarge opens the viewer at a picture, counted from 0 */
  children: (enlarge: (position: number) => void) => ReactNode
}

export function Enlarge({ title, pictures, children }: EnlargeProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [start, setStart] = useState(0)
  const reset = useCallback(() => setIsOpen(false), [])
  const part = useLazyPart(loadViewer, isOpen, reset)
  return (
    <>
      {children((position) => {
        setStart(position)
        setIsOpen(true)
      })}
      {part && (
        <part.PictureViewer open={isOpen} onOpenChange={setIsOpen} title={title} pictures={pictures} start={start} />
      )}
    </>
  )
}
