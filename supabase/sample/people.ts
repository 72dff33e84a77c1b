/** The people of the sample: ten sellers, nine buyers. All share one password; the addresses cannot receive mail. */

export const samplePassword = 'tuckbox-sample'

export interface SamplePerson {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly town: string
}

const sellers = {
  maya: { email: 'seller@tuckbox.test', firstName: 'Maya', lastName: 'Bennett', town: 'Peckham' },
  tunde: { email: 'tunde.okafor@tuckbox.test', firstName: 'Tunde', lastName: 'Okafor', town: 'Bermondsey' },
  camille: { email: 'camille.laurent@tuckbox.test', firstName: 'Camille', lastName: 'Laurent', town: 'Islington' },
  priya: { email: 'priya.shah@tuckbox.test', firstName: 'Priya', lastName: 'Shah', town: 'Hackney' },
  sunita: { email: 'sunita.rao@tuckbox.test', firstName: 'Sunita', lastName: 'Rao', town: 'Tooting' },
  joe: { email: 'joe.hartley@tuckbox.test', firstName: 'Joe', lastName: 'Hartley', town: 'Chorlton' },
  hannah: { email: 'hannah.levy@tuckbox.test', firstName: 'Hannah', lastName: 'Levy', town: 'Didsbury' },
  grace: { email: 'grace.adeyemi@tuckbox.test', firstName: 'Grace', lastName: 'Adeyemi', town: 'Levenshulme' },
  ellie: { email: 'ellie.morgan@tuckbox.test', firstName: 'Ellie', lastName: 'Morgan', town: 'Bedminster' },
  oliver: { email: 'oliver.quinn@tuckbox.test', firstName: 'Oliver', lastName: 'Quinn', town: 'Clifton' },
} as const satisfies Record<string, SamplePerson>
export type SellerKey = keyof typeof sellers

export const buyers = {
  alex: { email: 'buyer@tuckbox.test', firstName: 'Alex', lastName: 'Turner', town: 'Southwark' },
  nadia: { email: 'nadia.hussain@tuckbox.test', firstName: 'Nadia', lastName: 'Hussain', town: 'Camberwell' },
  george: { email: 'george.whitlock@tuckbox.test', firstName: 'George', lastName: 'Whitlock', town: 'Stoke Newington' },
  mei: { email: 'mei.chen@tuckbox.test', firstName: 'Mei', lastName: 'Chen', town: 'Clapham' },
  rosie: { email: 'rosie.fletcher@tuckbox.test', firstName: 'Rosie', lastName: 'Fletcher', town: 'Withington' },
  dan: { email: 'dan.obrien@tuckbox.test', firstName: 'Dan', lastName: 'O’Brien', town: 'Ancoats' },
  imogen: { email: 'imogen.clarke@tuckbox.test', firstName: 'Imogen', lastName: 'Clarke', town: 'Southville' },
  sam: { email: 'sam.whitehead@tuckbox.test', firstName: 'Sam', lastName: 'Whitehead', town: 'Redland' },
  ava: { email: 'ava.patel@tuckbox.test', firstName: 'Ava', lastName: 'Patel', town: 'Balham' },
} as const satisfies Record<string, SamplePerson>
export type BuyerKey = keyof typeof buyers

export const people = { ...sellers, ...buyers } satisfies Record<string, SamplePerson>
export type PersonKey = keyof typeof people

function isPersonKey(key: string): key is PersonKey {
  return key in people
}
export const personKeys = Object.keys(people).filter(isPersonKey)

export function fullName({ firstName, lastName }: SamplePerson): string {
  return `${firstName} ${lastName}`
}
