/** A field for a code, and the button that sends it. */
import { type SubmitEvent, useRef, useState } from 'react'
import { Button } from '#ui/button'
import { FormError } from '#ui/form-error'
import { TextField } from '#ui/text-field'

interface CodeFormProps {
  label: string
  action: string
  isPending: boolean
  failure: string | null
  onSubmit: (code: string) => void
}

export function CodeForm({ label, action, isPending, failure, onSubmit }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() === '') field.current?.focus()
    else onSubmit(code.trim())
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <FormError message={isMissing ? 'Please enter the code' : failure} />
      <TextField
        ref={field}
        label={label}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" size="lg" busy={isPending} className="w-full">
        {isPending ? 'Checking...' : action}
      </Button>
    </form>
  )
}
