/** Marking news as read, with the word that it failed. */
import { useState } from 'react'
import { toast } from '#ui/toast'

/** @returns whether it is under way, and what starts it */
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
