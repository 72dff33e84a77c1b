/** A modal dialog. No first view contains one, so it is loaded by `lazyDialog`. */
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { buttonStyle } from './button-style.ts'
import { classNames } from './class-names.ts'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  /** The element to focus first. By default that with `data-initial-focus`, such as the safe button of a question, or the first focusable one. */
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | true)
  /** The element to focus afterwards: false for none, true or absent for the previous one. */
  finalFocus?: () => HTMLElement | boolean
  width?: 'narrow' | 'wide' | 'widest'
  /** On phones a card at the bottom edge, or the full screen. */
  onPhones?: 'card' | 'full'
}

const widths = { narrow: 'sm:max-w-md', wide: 'sm:max-w-2xl', widest: 'sm:max-w-4xl' }

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  initialFocus,
  finalFocus,
  width = 'narrow',
  onPhones = 'card',
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="backdrop" />
        {/* A column may be narrower than its longest line. Without this a truncated line would widen the dialog to its
            full length. */}
        <BaseDialog.Viewport className="fixed inset-0 z-50 grid grid-cols-1 overflow-y-auto overscroll-contain sm:p-6">
          <BaseDialog.Popup
            ref={popup}
            initialFocus={
              initialFocus ?? (() => popup.current?.querySelector<HTMLElement>('[data-initial-focus]') ?? true)
            }
            finalFocus={finalFocus}
            className={classNames(
              // Margins, because an aligned dialog that is taller than the window would begin above it, out of reach.
              'relative mx-auto mt-auto w-full bg-card p-6 shadow-lift outline-none sm:my-auto sm:rounded-panel sm:p-8',
              onPhones === 'full' ? 'flex min-h-dvh flex-col sm:block sm:min-h-0' : 'rounded-t-panel',
              'transition-[opacity,translate] duration-200 ease-out data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0',
              widths[width],
            )}
          >
            <BaseDialog.Title className="pr-12 text-2xl font-semibold">{title}</BaseDialog.Title>
            {description && (
              <BaseDialog.Description className="mt-1.5 text-ink-soft">{description}</BaseDialog.Description>
            )}
            <div className={classNames('mt-6', onPhones === 'full' && 'flex grow flex-col')}>{children}</div>
            <BaseDialog.Close
              aria-label="Close"
              className={buttonStyle({ variant: 'quiet', size: 'icon', className: 'absolute top-4 right-4' })}
            >
              <X aria-hidden="true" className="size-5" />
            </BaseDialog.Close>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** The two or three buttons at the end of a dialog: beside each other, below each other on phones. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="dialog-actions">{children}</div>
}
