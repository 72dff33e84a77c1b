/** Tells the database that a conversation is open before its reader, who then is not told of its messages. */
import { useEffect } from 'react'
import { type AppContext, useApp } from '#web/app/app-context.ts'

/** The database believes it for 75 seconds. */
const everyMs = 30_000

export function useAttendance(roomId: string): void {
  const app = useApp()
  useEffect(() => {
    let isTold = false
    const tell = () => {
      const isThere = document.visibilityState === 'visible'
      if (!isThere && !isTold) return
      isTold = isThere
      void attend(app, roomId, isThere)
    }
    tell()
    const timer = setInterval(() => isTold && tell(), everyMs)
    document.addEventListener('visibilitychange', tell)
    window.addEventListener('online', tell)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tell)
      window.removeEventListener('online', tell)
      if (isTold) void attend(app, roomId, false)
    }
  }, [app, roomId])
}

/** Where it fails, somebody gets a notification too many. */
async function attend(app: AppContext, roomId: string, present: boolean): Promise<void> {
  try {
    const client = await app.supabase()
    await client.rpc('set_room_presence', { room_id: roomId, present })
  } catch {
    // The next one may come through.
  }
}
