/** The interface of blob storage: one immutable blob for each object version. */

export interface ByteRange {
  /** First byte, from 0. */
  readonly start: number
  /** Last byte, inclusive. */
  readonly end: number
}

export interface BlobStore {
  /** Stores all of `bytes`, or nothing if reading or writing fails. Durable once it resolves. */
  put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Reads a blob or a range inside it, as an array if it is small. @returns null if there is no such blob */
  read(
    key: string,
    size: number,
    range?: ByteRange,
  ): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null>
  /** Provides the blob as a local file while `work` runs. @returns null if there is no such blob */
  withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T | null>
  /** @returns false if there is no blob `from` */
  copy(from: string, to: string): Promise<boolean>
  /** Removes a blob, if it exists. */
  remove(key: string): Promise<void>
  /** Deletes the files of writes that a crash left before then. */
  removeAbandoned(before: Date): Promise<void>
}
