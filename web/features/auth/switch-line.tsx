/** A link from one account dialog to another. */
export function SwitchLine(props: { prompt: string; action: string; onSwitch: () => void }) {
  return (
    <p className="mt-6 text-center text-ink-soft">
      {props.prompt}{' '}
      <button type="button" onClick={props.onSwitch} className="text-link py-1">
        {props.action}
      </button>
    </p>
  )
}
