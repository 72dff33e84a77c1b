/** Switches push messages on this device on and off. */
import type { SessionUser } from '#features/account/auth'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { type PushState, usePushState, useSwitchPush } from './push.ts'

/** What a member can do where the switch does not help. */
const obstacles: Partial<Record<PushState, string>> = {
  denied:
    'Your browser blocks notifications from Tuckbox. Allow them in the settings of your browser for this site, then open this page again.',
  install:
    'On iPhone and iPad, add Tuckbox to your home screen first: choose Share, then Add to Home Screen. Then open it from there.',
  unsupported: 'This browser cannot receive push messages. You can still find everything under Notifications.',
}

export function PushDevice({ user }: { user: SessionUser }) {
  const { data: state } = usePushState(user.id)
  const { mutate, isPending } = useSwitchPush(user.id)
  const obstacle = state && obstacles[state]
  return (
    <section className="mb-8">
      <h2 className="mb-2 text-xl">On this device</h2>
      <p className="mb-4 text-pretty text-ink-soft">
        Get a message on this device at once, even while Tuckbox is closed: new orders, messages and orders that are
        ready.
      </p>
      {obstacle !== undefined && <Notice tone="info">{obstacle}</Notice>}
      {state === 'off' && (
        <Button busy={isPending} onClick={() => mutate(true)}>
          Turn on notifications
        </Button>
      )}
      {state === 'on' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <p role="status">Notifications are on for this device.</p>
          <Button variant="secondary" busy={isPending} onClick={() => mutate(false)}>
            Turn off
          </Button>
        </div>
      )}
    </section>
  )
}
