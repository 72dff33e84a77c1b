/** All attacks, in the order in which they run. */

import { accountEnumeration } from './account-enumeration.ts'
import type { Attack } from './attack.ts'
import { decompressionBombs } from './decompression-bombs.ts'
import { dnsRebinding } from './dns-rebinding.ts'
import { endedSessions } from './ended-sessions.ts'
import { endlessSearches } from './endless-searches.ts'
import { formBypass } from './form-bypass.ts'
import { hiddenProducts } from './hidden-products.ts'
import { largeEmbeds } from './large-embeds.ts'
import { malformedPaths } from './malformed-paths.ts'
import { nameImitation } from './name-imitation.ts'
import { openRedirects } from './open-redirects.ts'
import { passwordTiming } from './password-timing.ts'
import { pickupAddresses } from './pickup-addresses.ts'
import { pickupHours } from './pickup-hours.ts'
import { pictureImports } from './picture-imports.ts'
import { privateColumns } from './private-columns.ts'
import { ratingManipulation } from './rating-manipulation.ts'
import { refundFlood } from './refund-flood.ts'
import { refusedBodies } from './refused-bodies.ts'
import { rowQuotas } from './row-quotas.ts'
import { serviceFunctions } from './service-functions.ts'
import { sharedQuotas } from './shared-quotas.ts'
import { slowPatterns } from './slow-patterns.ts'
import { slowUploads } from './slow-uploads.ts'
import { unpaidHolds } from './unpaid-holds.ts'

export const attacks: readonly Attack[] = [
  malformedPaths,
  dnsRebinding,
  openRedirects,
  accountEnumeration,
  passwordTiming,
  privateColumns,
  serviceFunctions,
  endedSessions,
  hiddenProducts,
  pickupAddresses,
  pickupHours,
  ratingManipulation,
  unpaidHolds,
  sharedQuotas,
  refundFlood,
  formBypass,
  nameImitation,
  pictureImports,
  rowQuotas,
  slowUploads,
  refusedBodies,
  decompressionBombs,
  slowPatterns,
  endlessSearches,
  largeEmbeds,
]
