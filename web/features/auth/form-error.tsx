/** The error of a whole form, announced when it appears. */
export function FormError({ message }: { message: string | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {message && <p className="rounded-xl bg-alarm-pale px-4 py-3 font-medium text-alarm-deep">{message}</p>}
    </div>
  )
}
