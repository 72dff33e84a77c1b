/** All attacks, in the order in which they run. */
import type { Attack } from './attack.ts'
import { embeds } from './embeds.ts'
import { enumeration } from './enumeration.ts'
import { expressions } from './expressions.ts'
import { hosts } from './hosts.ts'
import { passwordTiming } from './password-timing.ts'
import { paths } from './paths.ts'
import { pictures } from './pictures.ts'
import { slowUploads } from './slow-uploads.ts'

export const attacks: readonly Attack[] = [
  paths,
  hosts,
  enumeration,
  passwordTiming,
  slowUploads,
  pictures,
  expressions,
  embeds,
]
