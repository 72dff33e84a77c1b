/** A write: what is sent, what its member is told, and which queries it makes stale. */
import { type QueryKey, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { type AppContext, type Backend, useApp } from './app-context.ts'
import type { Failure, Success } from './query-client.ts'
import { type BackendResponse, unwrapOptional } from './unwrap.ts'

interface Told<Data, Input> {
  /** The toast after a success. */
  readonly success?: Success
  /** The toast after a failure. 'shown': the component shows `error` itself. */
  readonly failure: Failure | 'shown'
  /** Queries to refetch after a success and after a failure: a refusal often means that the screen is out of date. */
  readonly invalidates?: readonly QueryKey[]
  /** A promise is awaited: until then the write is pending. */
  readonly onSuccess?: (data: Data, input: Input) => unknown
  readonly onError?: (error: Error, input: Input) => unknown
}

interface Write<Data, Input> extends Told<Data | null, Input> {
  readonly write: (client: Backend, input: Input) => PromiseLike<BackendResponse<Data>>
}

interface Run<Data, Input> extends Told<Data, Input> {
  /** Several calls, or one of a function. */
  readonly run: (app: AppContext, input: Input) => Promise<Data>
}

export function useWrite<Input = void, Data = unknown>(
  options: Write<Data, Input>,
): UseMutationResult<Data | null, Error, Input>
export function useWrite<Input = void, Data = unknown>(options: Run<Data, Input>): UseMutationResult<Data, Error, Input>
export function useWrite<Input, Data>(options: Write<Data, Input> | Run<Data, Input>) {
  const app = useApp()
  const { success, failure, invalidates } = options
  return useMutation({
    mutationFn: async (input: Input) =>
      'run' in options ? options.run(app, input) : unwrapOptional(await options.write(await app.supabase(), input)),
    onSuccess: options.onSuccess as ((data: Data | null, input: Input) => unknown) | undefined,
    onError: options.onError,
    meta: { success, failure: failure === 'shown' ? undefined : failure, invalidates },
  })
}
