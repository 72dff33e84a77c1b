/** Tells the database that a member is reading a conversation. Its new messages then create no notifications. */
import { useEffect } from 'react'
import { type AppContext, useApp } from '#platform/app-context.ts'

/** The database assumes presence for 75 seconds after each heartbeat. */
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

/** A failure only causes an extra notification. */
async function sendHeartbeat(app: AppContext, roomId: string, present: boolean): Promise<void> {
  try {
    const client = await app.supabase()
    await client.rpc('set_room_presence', { room_id: roomId, present })
  } catch {
    // The next heartbeat may succeed.
  }
}
