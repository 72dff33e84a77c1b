/** Copies a text. */
import { Copy } from 'lucide-react'
import { copyText } from '#platform/copy-text.ts'
import { Button } from '#ui/button'

export function CopyButton({ text, copied, children }: { text: string; copied: string; children: string }) {
  return (
    <Button variant="secondary" onClick={() => void copyText(text, copied)}>
      <Copy aria-hidden="true" className="size-5" strokeWidth={1.75} />
      {children}
    </Button>
  )
}
