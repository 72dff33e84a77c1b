/** Marks notifications as read and shows a toast on failure. */
import { useState } from 'react'
import { toast } from '#ui/toast'

/** @returns whether it is running, and the function that starts it */
export function useMarking(run: () => Promise<void>): [boolean, () => void] {
  const [isMarking, setMarking] = useState(false)
  async function mark(): Promise<void> {
    setMarking(true)
    try {
      await run()
    } catch {
      toast({ title: 'Error', description: 'Failed to mark notification as read', variant: 'destructive' })
    } finally {
      setMarking(false)
    }
  }
  return [isMarking, () => void mark()]
}
