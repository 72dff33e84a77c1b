/** An S3 server that checks signatures, with one empty bucket, on a free port of this machine. */
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import type { S3Settings } from '../s3-client.ts'
import { openS3SignatureProxy } from './s3-signature-proxy.ts'

export interface S3Server {
  readonly settings: S3Settings
  /** Directory of its objects. */
  readonly directory: string
  /** The next requests are answered with 503. */
  refuse(requests: number): void
  close(): Promise<void>
}

export async function openS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(path.join(tmpdir(), 's3-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'objects', configs: [] }],
  })
  let refusals = 0
  const isAvailable = () => {
    refusals = Math.max(0, refusals - 1)
    return refusals === 0
  }
  const proxy = await openS3SignatureProxy((await server.run()).port, 'S3RVER', isAvailable)
  return {
    settings: {
      endpoint: `http://127.0.0.1:${portOf(proxy)}`,
      bucket: 'objects',
      region: 'eu-west-2',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    directory,
    refuse(requests) {
      // `isAvailable` subtracts one first.
      refusals = requests + 1
    },
    async close() {
      proxy.closeAllConnections()
      proxy.close()
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}

function portOf(listening: Server): number {
  const address = listening.address()
  return typeof address === 'object' && address ? address.port : 0
}
