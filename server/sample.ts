/** Loads the sample catalogue in a child process, because the memory for composing pictures would stay allocated. */
import { fork } from 'node:child_process'
import type { Backend } from '#backend'
import { isLoaded } from '../supabase/sample/load.ts'
import { createBackendClient } from './backend-client.ts'

export interface SampleRequest {
  readonly url: string
  readonly serviceKey: string
}

/** @param url where the server already responds to API calls */
export async function loadSampleOnce(backend: Backend, fetch: typeof globalThis.fetch, url: string): Promise<void> {
  const { serviceKey } = backend.keys
  if (await isLoaded(createBackendClient(url, serviceKey, fetch))) return
  await load({ url, serviceKey })
  await backend.refreshStatistics()
}

function load(request: SampleRequest): Promise<void> {
  // The build has it as JavaScript. From sources it is TypeScript, for this process's loader.
  const program = new URL(`./sample-process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
  const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  // By message, because other users can read a process's arguments and environment.
  child.send(request)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`Loading the sample catalogue failed with code ${code}`)),
    )
  })
}
