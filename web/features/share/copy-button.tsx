/** Copies a text. */
import { Copy } from 'lucide-react'
import { Button } from '#ui/button'
import { toast } from '#ui/toast'

export function CopyButton({ text, copied, children }: { text: string; copied: string; children: string }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: copied })
    } catch {
      toast({ title: 'Copying failed', description: 'Please select the text and copy it.', variant: 'destructive' })
    }
  }
  return (
    <Button variant="secondary" onClick={() => void copy()}>
      <Copy aria-hidden="true" className="size-5" strokeWidth={1.75} />
      {children}
    </Button>
  )
}
