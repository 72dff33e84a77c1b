/** A dedicated connection that listens for NOTIFY on one channel and reconnects. */
import pg from 'pg'

/**
 * Calls `onPayload` for each notification until the returned function is called. PostgreSQL keeps no notifications, so those sent
 * while disconnected are lost; `onPayload('')` is called after a reconnect so that listeners reload their state.
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
    // Only for an established connection: a failed attempt also emits 'end', and its caller retries.
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
