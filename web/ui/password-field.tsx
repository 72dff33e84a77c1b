/** A password field with a button that shows the password. */
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <Button
          variant="quiet"
          size="icon-sm"
          aria-label="Show password"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="text-ink-soft"
        >
          <Icon aria-hidden="true" className="size-5" />
        </Button>
      }
    />
  )
}
