/** Tells a suspended member why, and what still works. Shows nothing to other members. */
import { useQuery } from '@tanstack/react-query'
import { useMember } from '#features/account/auth'
import { suspensionKeys } from '#keys/suspension'
import { useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { Link } from '#ui/link'
import { Notice } from '#ui/notice'

export function SuspensionNotice({ className }: { className?: string }) {
  const app = useApp()
  const { id: userId } = useMember()
  const { data: suspension } = useQuery({
    queryKey: suspensionKeys.own(userId),
    queryFn: async ({ signal }) => {
      const [own = null] = await read(app, (client) => client.rpc('own_suspension').abortSignal(signal))
      return own
    },
  })
  if (!suspension) return null
  return (
    <Notice
      tone="error"
      role="status"
      className={className}
      action={
        <Link to="/contact" className="text-link">
          Contact us
        </Link>
      }
    >
      <p className="font-semibold">Your account is suspended</p>
      <p className="wrap-anywhere">Reason: {suspension.reason}</p>
      <p>You cannot order, or write to other members. Your paid orders continue.</p>
    </Notice>
  )
}
