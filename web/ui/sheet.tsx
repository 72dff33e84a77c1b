/** A panel that slides in from the left: 80 % of a small screen's width, up to 350 px. */
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonStyle } from './button-style.ts'

export interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
}

export function Sheet({ open, onOpenChange, title, children }: SheetProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="backdrop" />
        <BaseDialog.Popup className="fixed inset-y-0 left-0 z-50 flex w-4/5 max-w-[350px] flex-col overflow-y-auto overscroll-contain bg-card px-3 pb-8 shadow-lift outline-none transition-[translate] duration-250 ease-out data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <div className="flex h-16 shrink-0 items-center justify-between pl-3">
            <BaseDialog.Title className="text-xl font-semibold">{title}</BaseDialog.Title>
            <BaseDialog.Close aria-label="Close" className={buttonStyle({ variant: 'quiet', size: 'icon' })}>
              <X aria-hidden="true" className="size-5" />
            </BaseDialog.Close>
          </div>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
