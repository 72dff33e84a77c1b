/** `npm run keys`: prints the API keys of the server of this environment. */
import { readConfig } from '../server/config.ts'
import { runCommand } from './market/command.ts'
import { ownKeys, PlaceError } from './market/place.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (config.remote) throw new PlaceError('This site uses a hosted Supabase. Its dashboard shows the keys.')
  const keys = await ownKeys(config)
  if (!keys) throw new PlaceError(`${config.dataDir} has no secret yet. Start the server once, or set JWT_SECRET.`)
  console.log(`public key   ${keys.anonKey}\nservice key  ${keys.serviceKey}`)
}

runCommand(main, 'Usage: npm run keys')
