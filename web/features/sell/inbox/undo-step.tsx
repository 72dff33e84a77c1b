/** The line of a toast that takes back a step of an order, while its buyer has not been told. */
import { useState } from 'react'
import { Button } from '#ui/button'

interface UndoStepProps {
  buyer: string
  undo: () => Promise<void>
}

export function UndoStep({ buyer, undo }: UndoStepProps) {
  const [isUndoing, setUndoing] = useState(false)
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      {buyer} hears of it in a few seconds.
      <Button
        variant="secondary"
        size="sm"
        busy={isUndoing}
        onClick={() => {
          setUndoing(true)
          void undo()
        }}
      >
        Undo
      </Button>
    </span>
  )
}
