/** Fills an empty market with the sample catalogue, in a process of its own: composing pictures takes memory that would stay. */
import { fork } from 'node:child_process'
import type { Backend } from '#backend'
import { isLoaded } from '../supabase/sample/load.ts'
import { createBackendClient } from './backend-client.ts'

export interface SampleOrder {
  readonly url: string
  readonly serviceKey: string
}

/** @param url where the server already answers API calls */
export async function fillWithSample(backend: Backend, fetch: typeof globalThis.fetch, url: string): Promise<void> {
  const { serviceKey } = backend.keys
  if (await isLoaded(createBackendClient(url, serviceKey, fetch))) return
  await load({ url, serviceKey })
  await backend.refreshStatistics()
}

function load(order: SampleOrder): Promise<void> {
  // Built, the program stands beside this one; from source it is TypeScript, which the loader of this process reads.
  const program = new URL(`./sample-process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
  const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  // By message: what stands in arguments or environment can be read by others.
  child.send(order)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`Loading the sample ended with code ${code}`)),
    )
  })
}
