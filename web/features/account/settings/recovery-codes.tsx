/** Recovery codes, shown once: to copy, download or print. */
import { dateWithYear, londonTime } from '#domain/values/calendar'
import type { SessionUser } from '#features/account/auth'
import { useNow } from '#platform/clock.ts'
import { copyText } from '#platform/copy-text.ts'
import { downloadText } from '#platform/download-text.ts'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { PrintSheet } from '#ui/print-sheet'

export function RecoveryCodes({
  user,
  codes,
  onDone,
}: {
  user: SessionUser
  codes: readonly string[]
  onDone: () => void
}) {
  const now = useNow()
  const text = [`Recovery codes for ${user.email} at Tuckbox`, '', ...codes, ''].join('\n')
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
        <Button
          variant="secondary"
          onClick={() => void copyText(text, 'Recovery codes copied', 'Please download or print them.')}
        >
          Copy
        </Button>
        <Button variant="secondary" onClick={() => downloadText(text, 'tuckbox-recovery-codes.txt', 'text/plain')}>
          Download
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <PrintSheet>
        <h1 className="text-2xl">Recovery codes</h1>
        <p className="mt-1">
          For {user.email} at Tuckbox, created on {dateWithYear(londonTime(now).date)}
        </p>
        <ul className="mt-6 grid max-w-lg grid-cols-2 gap-x-8 gap-y-2 font-mono text-base">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <p className="mt-6 max-w-lg">
          If you lose your phone, one of these codes lets you sign in and turns two-step verification off. Keep this
          page somewhere safe. New codes replace these.
        </p>
      </PrintSheet>
      <Button size="lg" className="w-full" onClick={onDone}>
        I have saved my codes
      </Button>
    </div>
  )
}
