/**
 * The toast area: one toast at a time, announced, dismissed after five seconds. On phones it is below the header: the
 * buttons of forms, dialogs and bars are at the bottom there.
 */
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useRef, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { createToastStore, type Notice, type Toast } from './toast-store.ts'

const store = createToastStore()

/** Shows a notice, for example `toast({ title: 'Signed out' })`. */
export function toast(notice: Notice): void {
  store.show(notice)
}

/** The toast on screen or dismissed last, or null. */
export const currentToast = store.current

export function Toaster() {
  const current = useSyncExternalStore(store.subscribe, store.current, () => null)
  const shown = current?.open ? current : null
  // Both live regions exist from the start: screen readers often miss one that is inserted with its text. A modal
  // dialog does not hide elements with aria-live, so toasts stay readable and dismissible above it.
  return (
    <section
      aria-label="Notices"
      className="notices pointer-events-none print:hidden fixed inset-x-0 top-18 z-60 flex justify-center px-4 sm:justify-end sm:px-6 md:top-auto md:bottom-6"
    >
      <div role="status" aria-live="polite">
        {shown && shown.variant !== 'destructive' && <ToastCard key={shown.id} toast={shown} />}
      </div>
      <div role="alert" aria-live="assertive">
        {shown?.variant === 'destructive' && <ToastCard key={shown.id} toast={shown} />}
      </div>
    </section>
  )
}

function ToastCard({ toast: { id, title, description, variant } }: { toast: Toast }) {
  const isError = variant === 'destructive'
  const Icon = isError ? CircleAlert : CircleCheck
  const previousFocus = useRef<EventTarget | null>(null)
  const hold = () => store.hold(id)
  const release = () => store.release(id)
  const dismiss = () => {
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus()
    store.dismiss(id)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focusing only stop the timer
    <div
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) previousFocus.current = event.relatedTarget
        hold()
      }}
      onBlur={release}
      className={classNames(
        'toast pointer-events-auto flex w-[min(26rem,calc(100vw-2rem))] items-start gap-3 rounded-2xl py-3 pr-2 pl-4 shadow-lift',
        isError ? 'on-dark bg-alarm text-on-fill' : 'border border-line bg-raised text-ink',
      )}
    >
      <Icon aria-hidden="true" className={classNames('mt-2 size-5 shrink-0', !isError && 'text-leaf')} />
      <div className="min-w-0 grow py-1.5">
        <p className="font-semibold">{title}</p>
        {description && <div className="mt-0.5 text-sm text-pretty wrap-anywhere">{description}</div>}
      </div>
      <Button
        variant="quiet"
        size="icon-sm"
        aria-label="Dismiss"
        onClick={dismiss}
        className={classNames('text-inherit', isError && 'hover:bg-on-fill/15')}
      >
        <X aria-hidden="true" className="size-4" />
      </Button>
    </div>
  )
}
