/** Why something was not done, where it was asked for. */

export function Refusal({ children }: { children: string }) {
  return (
    <p role="alert" className="rounded-xl bg-alarm-pale px-4 py-3 font-medium text-pretty text-alarm-deep">
      {children}
    </p>
  )
}
