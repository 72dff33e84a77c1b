/** Valid names of buckets and objects, portable to S3 and Supabase. Names never become file paths. */
import { invalidBucketName, invalidKey } from './errors.ts'

const maximumKeyBytes = 1024
const maximumBucketLength = 100

/**
 * Control characters, lone surrogates, S3's "characters to avoid", and invisible or bidirectional characters, which can
 * make one name look like another.
 */
const forbiddenInKey = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\\{}^%`[\]"<>~#|]/u

const bucketName = /^(?:\w|[!\-.*'() &$@=;:+,?])+$/

/** @returns the key @throws StorageError InvalidKey */
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
