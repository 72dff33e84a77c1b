/** A password field with a button that shows the password. */
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { buttonStyle } from './button-style.ts'
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
        <button
          type="button"
          aria-label="Show password"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className={buttonStyle({ variant: 'quiet', size: 'icon', className: 'size-9! text-ink-soft!' })}
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      }
    />
  )
}
