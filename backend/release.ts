/** The release of the program. */
import packageJson from '../package.json' with { type: 'json' }

export const release = packageJson.version
