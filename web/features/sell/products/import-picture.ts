/** Imports a picture by URL: the server fetches it into the seller's storage folder. */
import { z } from 'zod'
import type { AppContext } from '#platform/app-context.ts'
import { callFunction } from '#platform/call-function.ts'
import { messageFor } from '#platform/message-for.ts'

/** @returns its path in storage */
export async function importPicture(app: AppContext, address: string): Promise<string> {
  return (await callFunction(app, 'import-picture', { address }, z.object({ path: z.string() }))).path
}

/** The field's error for a picture that could not be imported. */
export function pictureImportError(error: unknown): { message: string } {
  return { message: messageFor(error, 'The picture could not be fetched. Please try again.') }
}
