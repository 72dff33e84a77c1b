/** Wakes another function of the project, which does what is due and needs no token; cron does it within the minute anyway. */
import type { Settings } from './settings.ts'

export async function wake(name: string, { supabaseUrl }: Settings): Promise<void> {
  try {
    await (await fetch(`${supabaseUrl}/functions/v1/${name}`, { method: 'POST' })).text()
  } catch (error) {
    console.error(error)
  }
}
