/** The way from one account dialog to the other. */
export function SwitchLine(props: { question: string; answer: string; onSwitch: () => void }) {
  return (
    <p className="mt-6 text-center text-ink-soft">
      {props.question}{' '}
      <button type="button" onClick={props.onSwitch} className="text-link py-1">
        {props.answer}
      </button>
    </p>
  )
}
