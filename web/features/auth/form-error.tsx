/** What went wrong with a form as a whole, read out when it appears. */
export function FormError({ message }: { message: string | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {message && <p className="rounded-xl bg-alarm-pale px-4 py-3 font-medium text-alarm-deep">{message}</p>}
    </div>
  )
}
