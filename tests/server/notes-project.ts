/** A project with notes, and functions that never end. */
import { fileURLToPath } from 'node:url'

export const notesProject = fileURLToPath(new URL('./project', import.meta.url))

/** The environment of a server that soon logs and soon cancels slow statements of this project. */
export const impatient = { SUPABASE_DIR: notesProject, SLOW_STATEMENT_MS: '200', STATEMENT_TIMEOUT_MS: '1500' }
