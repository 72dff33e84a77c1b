/** A form whose values a zod schema checks. */
import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { fieldProps } from './field-props.ts'

/** As `useForm`, and `input`: the props of a field by its name. */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<NoInfer<Input>>,
) {
  const form = useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues })
  return { ...form, input: fieldProps(form.register, form.formState.errors) }
}
