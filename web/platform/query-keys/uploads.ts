/** The query keys of pictures in private buckets. */
import { memberKeys } from './member-keys.ts'

export const uploadKeys = {
  privatePictures: (userId: string | null, paths: readonly string[]) =>
    [...memberKeys.of(userId, 'uploads'), 'private-pictures', paths] as const,
} as const
