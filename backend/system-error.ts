/** Errors of the operating system, such as ENOENT. */

export function isSystemError(error: unknown, ...codes: readonly string[]): error is Error {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code)
}
