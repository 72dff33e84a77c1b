/** What is printed instead of the page and its dialogs. It is hidden on screen. */
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

export function PrintSheet({ children }: { children: ReactNode }) {
  return createPortal(
    <article className="print-sheet hidden text-black print:block">{children}</article>,
    document.body,
  )
}
