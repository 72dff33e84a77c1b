/** Takes a picture over that a seller gives by its address: the server fetches it into the seller's folder. */
import { z } from 'zod'
import type { AppContext } from '#web/app/app-context.ts'
import { callFunction } from '#web/app/call-function.ts'
import { QueryError } from '#web/app/unwrap.ts'

/** @returns its path in storage @throws QueryError whose message is for the seller */
export async function importPicture(app: AppContext, address: string): Promise<string> {
  return (await callFunction(app, 'import-picture', { address }, z.object({ path: z.string() }))).path
}

/** What the form says of an address that was refused. */
export function importProblem(error: unknown): string {
  return error instanceof QueryError ? error.message : 'The picture could not be fetched. Please try again.'
}
