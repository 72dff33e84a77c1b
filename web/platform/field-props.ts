/** The props of a form field: its registration and its error message. */
import { type FieldErrors, type FieldValues, get, type Path, type UseFormRegister } from 'react-hook-form'

export function fieldProps<Values extends FieldValues>(register: UseFormRegister<Values>, errors: FieldErrors<Values>) {
  return (name: Path<Values>) => {
    const error: { message?: string } | undefined = get(errors, name)
    return { ...register(name), error: error?.message }
  }
}
