import { it } from 'vitest'
import { databases } from '../harness.ts'
import { testAttacks } from './test-attacks.ts'

if (databases.includes('postgres')) testAttacks('postgres')
else it.skip('needs a PostgreSQL server', () => {})
