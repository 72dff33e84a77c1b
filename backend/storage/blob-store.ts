/** What storage asks of the place that holds the bytes: a blob per object version, written once, never changed. */

export interface ByteRange {
  /** First byte, from 0. */
  readonly start: number
  /** Last byte, inclusive. */
  readonly end: number
}

export interface BlobStore {
  /** Stores all of `bytes` or, when they or the writing fail, nothing; durable once it resolves. */
  put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** The bytes, whole or a range that lies inside; null when there is no such blob. Small ones come as one array. */
  read(
    key: string,
    size: number,
    range?: ByteRange,
  ): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null>
  /** Lends the blob as a file on this machine while `work` runs; null when there is no such blob. */
  withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T | null>
  /** @returns false when there is no blob `from`. */
  copy(from: string, to: string): Promise<boolean>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** Every blob not changed since `before`, and away with writes abandoned before then. */
  leftovers(before: Date): AsyncIterable<string>
}
