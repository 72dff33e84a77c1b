/** A session whose member has yet to enter the code of the second factor. Until then the app treats them as a visitor. */

/** Whether the account has a verified second factor that the access token has not passed. */
export function awaitsSecondFactor(session: {
  access_token: string
  user: { factors?: readonly { status: string }[] | undefined }
}): boolean {
  return hasSecondFactor(session.user) && claimOf(session.access_token, 'aal') !== 'aal2'
}

export function hasSecondFactor({ factors }: { factors?: readonly { status: string }[] | undefined }): boolean {
  return factors?.some(({ status }) => status === 'verified') ?? false
}

/** A claim of an access token, such as its assurance level. The server checks the token; this only decides what to show. */
export function claimOf(token: string, name: string): unknown {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return JSON.parse(atob(payload))[name]
  } catch {
    return null
  }
}
