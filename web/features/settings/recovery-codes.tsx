/** Recovery codes, shown once: to copy, download or print. */
import type { SessionUser } from '#features/auth'
import { downloadText } from '#platform/download-text.ts'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { toast } from '#ui/toast'

export function RecoveryCodes({
  user,
  codes,
  onDone,
}: {
  user: SessionUser
  codes: readonly string[]
  onDone: () => void
}) {
  const text = [`Recovery codes for ${user.email} at Tuckbox`, '', ...codes, ''].join('\n')
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Recovery codes copied' })
    } catch {
      toast({ title: 'Copying failed', description: 'Please download or print them.', variant: 'destructive' })
    }
  }
  return (
    <div className="space-y-5">
      <Notice tone="warning">
        Save these codes somewhere safe, not on your phone. If you lose your phone, one of them lets you sign in and
        turns two-step verification off. We cannot show them again.
      </Notice>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1.5 rounded-xl border border-line p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="secondary" onClick={() => downloadText(text, 'tuckbox-recovery-codes.txt', 'text/plain')}>
          Download
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <Button size="lg" className="w-full" onClick={onDone}>
        I have saved my codes
      </Button>
    </div>
  )
}
