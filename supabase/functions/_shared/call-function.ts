/** Calls another function that processes due work. A scheduled job calls it within a minute anyway. */
import type { Settings } from './settings.ts'

export async function callFunction(name: string, { supabaseUrl, serviceKey }: Settings): Promise<void> {
  try {
    const headers = { apikey: serviceKey, authorization: `Bearer ${serviceKey}` }
    await (await fetch(`${supabaseUrl}/functions/v1/${name}`, { method: 'POST', headers })).text()
  } catch (error) {
    console.error(error)
  }
}
