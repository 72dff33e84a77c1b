/** Tells the database that a conversation is open before its reader, who then is not told of its messages. */
import { useEffect } from 'react'
import { type AppContext, useApp } from '#web/app/app-context.ts'

/** The database believes it for 75 seconds. */
const intervalMs = 30_000

export function useRoomHeartbeat(roomId: string): void {
  const app = useApp()
  useEffect(() => {
    let isReported = false
    const report = () => {
      const isVisible = document.visibilityState === 'visible'
      if (!isVisible && !isReported) return
      isReported = isVisible
      void sendHeartbeat(app, roomId, isVisible)
    }
    report()
    const timer = setInterval(() => isReported && report(), intervalMs)
    document.addEventListener('visibilitychange', report)
    window.addEventListener('online', report)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', report)
      window.removeEventListener('online', report)
      if (isReported) void sendHeartbeat(app, roomId, false)
    }
  }, [app, roomId])
}

/** Where it fails, somebody gets a notification too many. */
async function sendHeartbeat(app: AppContext, roomId: string, present: boolean): Promise<void> {
  try {
    const client = await app.supabase()
    await client.rpc('set_room_presence', { room_id: roomId, present })
  } catch {
    // The next one may come through.
  }
}
