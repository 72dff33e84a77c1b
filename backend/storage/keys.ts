/** Which names buckets and objects may have. Names never become file paths; these rules keep them portable to S3 and Supabase. */
import { invalidBucketName, invalidKey } from './errors.ts'

const maximumKeyBytes = 1024
const maximumBucketLength = 100

/**
 * Refused: control characters, lone surrogates, S3's "characters to avoid", and characters that show nothing or turn the
 * reading direction, with which one name can pass for another.
 */
const forbiddenInKey = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\\{}^%`[\]"<>~#|]/u

const bucketName = /^(?:\w|[!\-.*'() &$@=;:+,?])+$/

/** @returns the key, for use in an expression. @throws StorageError InvalidKey */
export function validKey(key: string): string {
  const segments = key.split('/')
  const isValid =
    !forbiddenInKey.test(key) &&
    Buffer.byteLength(key) <= maximumKeyBytes &&
    segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  if (!isValid) throw invalidKey(key.slice(0, maximumKeyBytes))
  return key
}

/** @throws StorageError InvalidBucketName */
export function validBucketName(name: string): string {
  const isValid =
    name.length <= maximumBucketLength && bucketName.test(name) && name.trim() === name && !/^\.{1,2}$/.test(name)
  if (!isValid) throw invalidBucketName()
  return name
}
