/** A connection of its own that hears NOTIFY on one channel, and comes back by itself when the server goes away. */
import pg from 'pg'

/**
 * Calls `onPayload` for each notification until the returned function is called. Notifications sent while the connection is down
 * are lost, as PostgreSQL keeps none; `onPayload('')` is called after a reconnect so that listeners refresh what they hold.
 */
export async function listenOnPostgres(
  settings: pg.ClientConfig,
  channel: string,
  onPayload: (payload: string) => void,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ ...settings, keepAlive: true })
    next.on('notification', (notification) => onPayload(notification.payload ?? ''))
    next.on('error', () => {})
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      next.end().catch(() => {})
      throw error
    }
    if (stopped) return next.end()
    client = next
    // Only of a connection that stood: one that fails ends as well, and whoever tried tries again.
    next.once('end', () => {
      if (!stopped) retry(200)
    })
  }

  const retry = (delayMs: number): void => {
    timer = setTimeout(() => {
      connect().then(
        () => onPayload(''),
        () => {
          if (!stopped) retry(Math.min(delayMs * 2, 10_000))
        },
      )
    }, delayMs)
  }

  await connect()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await client?.end().catch(() => {})
  }
}
