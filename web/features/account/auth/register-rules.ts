/** The required fields of a registration. The auth service checks the strength of the password. */

export interface Registration {
  email: string
  firstName: string
  password: string
}

export function registrationErrors({
  email,
  firstName,
  password,
}: Registration): Partial<Record<keyof Registration, string>> {
  return {
    ...(firstName.trim() === '' && { firstName: 'Please enter your first name' }),
    ...(email.trim() === '' && { email: 'Please enter your email address' }),
    ...(password === '' && { password: 'Please choose a password' }),
  }
}
