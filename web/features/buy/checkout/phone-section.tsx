/** The checkout's optional phone number, with the reason for asking. */
import { Card } from '#ui/card'
import { TextField } from '#ui/text-field'
import { errorIds } from './checkout-errors.ts'

interface PhoneSectionProps {
  phone: string
  onChange: (phone: string) => void
  error: string | undefined
}

export function PhoneSection({ phone, onChange, error }: PhoneSectionProps) {
  return (
    <Card id={errorIds.phone} className="scroll-mt-28">
      <TextField
        label="Phone number (optional)"
        type="tel"
        autoComplete="tel"
        maxLength={32}
        hint="So that the shop can reach you about the hand-over. Only they see it, and only until the order is over."
        value={phone}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
      />
    </Card>
  )
}
