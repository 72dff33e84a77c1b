/** Push messages on this device: what the browser allows, and the subscription of the signed-in member. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { settingsKeys } from '#keys/settings'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { MessageError } from '#platform/message-for.ts'
import { read } from '#platform/read.ts'
import { startServiceWorker } from '#platform/service-worker.ts'
import { unwrapOptional } from '#platform/unwrap.ts'
import { useWrite } from '#platform/use-write.ts'

/** `install`: iOS and iPadOS push to installed apps only. */
export type PushState = 'on' | 'off' | 'denied' | 'install' | 'unsupported'

export function usePushState(userId: string) {
  const app = useApp()
  return useQuery(
    queryOptions({
      queryKey: settingsKeys.push(userId),
      staleTime: 0,
      queryFn: () => readPushState(app),
    }),
  )
}

async function readPushState(app: AppContext): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isApplePhone() ? 'install' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await currentSubscription()
  if (!subscription) return 'off'
  // The policy shows a member's own devices only.
  const own = await read(app, (client) =>
    client.from('push_subscriptions').select('id').eq('endpoint', subscription.endpoint),
  )
  return own.length > 0 ? 'on' : 'off'
}

/** iPadOS calls itself a Mac with a touch screen. */
function isApplePhone(): boolean {
  return /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

const subscriptionSchema = z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) })
const keySchema = z.object({ publicKey: z.string() })

export function useSwitchPush(userId: string) {
  return useWrite({
    run: (app, isOn: boolean) => (isOn ? switchOn(app) : switchOff(app)),
    failure: {
      title: 'Notifications could not be switched',
      description: 'Your browser or its push service refused. Please try again later.',
    },
    invalidates: [settingsKeys.push(userId)],
  })
}

/** Asks for the permission, so it runs only after a click. */
async function switchOn(app: AppContext): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new MessageError('Your browser does not allow notifications from Tuckbox.')
  const { pushManager } = await startServiceWorker()
  const client = await app.supabase()
  const response = await client.functions.invoke('send-push', { method: 'GET' })
  if (response.error) throw new MessageError('Push messages are not available on this site yet.')
  const { publicKey } = keySchema.parse(response.data)
  // A subscription with another key of the site, or of another member, cannot be used.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = subscriptionSchema.parse(subscription.toJSON())
  const saved = await client.rpc('save_push_subscription', { endpoint, ...keys })
  if (saved.error) await subscription.unsubscribe()
  unwrapOptional(saved)
}

async function switchOff(app: AppContext): Promise<void> {
  const subscription = await currentSubscription()
  if (!subscription) return
  const table = (await app.supabase()).from('push_subscriptions')
  unwrapOptional(await table.delete().eq('endpoint', subscription.endpoint))
  await subscription.unsubscribe()
}
