/** An error shown inside a form. */

export function InlineError({ children }: { children: string }) {
  return (
    <p role="alert" className="rounded-xl bg-alarm-pale px-4 py-3 font-medium text-pretty text-alarm-deep">
      {children}
    </p>
  )
}
