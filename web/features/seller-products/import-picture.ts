/** Imports a picture by URL: the server fetches it into the seller's storage folder. */
import { z } from 'zod'
import type { AppContext } from '#platform/app-context.ts'
import { callFunction } from '#platform/call-function.ts'
import { QueryError } from '#platform/unwrap.ts'

/** @returns its path in storage @throws QueryError whose message is for the seller */
export async function importPicture(app: AppContext, url: string): Promise<string> {
  return (await callFunction(app, 'import-picture', { url }, z.object({ path: z.string() }))).path
}

/** The form's message for a picture that could not be imported. */
export function pictureImportError(error: unknown): string {
  return error instanceof QueryError ? error.message : 'The picture could not be fetched. Please try again.'
}
