/** All attacks, in the order in which they run. */
import type { Attack } from './attack.ts'
import { embeds } from './embeds.ts'
import { enumeration } from './enumeration.ts'
import { expressions } from './expressions.ts'
import { hiddenReviews } from './hidden-reviews.ts'
import { holding } from './holding.ts'
import { hosts } from './hosts.ts'
import { imitations } from './imitations.ts'
import { madeUpRatings } from './made-up-ratings.ts'
import { passwordTiming } from './password-timing.ts'
import { paths } from './paths.ts'
import { pickupAddresses } from './pickup-addresses.ts'
import { pickupHours } from './pickup-hours.ts'
import { pictureAddresses } from './picture-addresses.ts'
import { pictures } from './pictures.ts'
import { quotas } from './quotas.ts'
import { redirects } from './redirects.ts'
import { refundFlood } from './refund-flood.ts'
import { rulesOfForms } from './rules-of-forms.ts'
import { serviceFunctions } from './service-functions.ts'
import { slowUploads } from './slow-uploads.ts'
import { visitorColumns } from './visitor-columns.ts'

export const attacks: readonly Attack[] = [
  paths,
  hosts,
  redirects,
  enumeration,
  passwordTiming,
  visitorColumns,
  serviceFunctions,
  hiddenReviews,
  pickupAddresses,
  pickupHours,
  madeUpRatings,
  holding,
  refundFlood,
  rulesOfForms,
  imitations,
  pictureAddresses,
  quotas,
  slowUploads,
  pictures,
  expressions,
  embeds,
]
