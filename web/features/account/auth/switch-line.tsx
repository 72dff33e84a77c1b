/** A link from one account dialog to another. */
import { Button } from '#ui/button'

export function SwitchLine(props: { prompt: string; action: string; onSwitch: () => void }) {
  return (
    <p className="mt-6 text-center text-ink-soft">
      {props.prompt}{' '}
      <Button variant="link" onClick={props.onSwitch}>
        {props.action}
      </Button>
    </p>
  )
}
