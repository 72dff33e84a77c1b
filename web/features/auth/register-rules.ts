/** What a registration needs before it is sent; how good a password has to be is the auth service's to say. */

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
