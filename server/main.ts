/** Where the program begins: alone, as the one that leads several workers, or as one of these. */
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { ConfigError, readConfig } from './config.ts'
import { ListenError } from './listen-error.ts'
import { workerFlag } from './workers/messages.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino({ level: config.logLevel }, pino.destination(2))
  const developing = process.argv.includes('--dev')
  if (config.workers > 1 && developing)
    throw new ConfigError('WEB_CONCURRENCY is for the built program: leave it out with npm run dev.')
  // Each only what it needs: the leader holds no database, no pages and no pictures.
  if (process.argv.includes(workerFlag)) {
    const { followLeader } = await import('./workers/follower.ts')
    const { serve } = await import('./serve.ts')
    return serve({ config, log, developing, leader: await followLeader() })
  }
  if (config.workers > 1) {
    const { leadWorkers } = await import('./workers/leader.ts')
    return leadWorkers({ config, log, program: fileURLToPath(import.meta.url) })
  }
  const { serve } = await import('./serve.ts')
  return serve({ config, log, developing })
}

/** Faults of whoever started the program get their sentence; anything else is ours and shows where it happened. */
async function sentenceOf(error: unknown): Promise<unknown> {
  if (error instanceof ConfigError || error instanceof ListenError) return error.message
  const { startFault } = await import('./serve.ts')
  return startFault(error)
}

main().catch(async (error: unknown) => {
  console.error(await sentenceOf(error))
  process.exit(1)
})
