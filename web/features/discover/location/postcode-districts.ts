/** Postcodes without a geocoder: the bundled districts of London, and the main town of every other postcode area. */
import { milesBetween, type Place } from '#domain/locations/distance'
import { isPartOfPostcode, postcodeDistrict, readPostcode } from '#domain/locations/postcode'
import packed from './london-districts.generated.json'
import { findTowns, type Town, towns } from './towns.ts'

export interface District extends Place {
  /** 'SE1' */
  readonly code: string
  readonly postTown: string
}

const districts: readonly District[] = packed.map(([code, postTown, lat, lon]) => ({
  code: String(code),
  postTown: String(postTown),
  lat: Number(lat) / 100,
  lon: Number(lon) / 100,
}))

/** The main town of each postcode area outside Greater London, found by `findTowns`. */
const areaTowns: Readonly<Record<string, string>> = {
  AB: 'Aberdeen',
  AL: 'St Albans',
  B: 'Birmingham',
  BA: 'Bath',
  BB: 'Blackburn',
  BD: 'Bradford',
  BH: 'Bournemouth',
  BL: 'Bolton',
  BN: 'Brighton',
  BS: 'Bristol',
  BT: 'Belfast',
  CA: 'Carlisle',
  CB: 'Cambridge',
  CF: 'Cardiff',
  CH: 'Chester',
  CM: 'Chelmsford',
  CO: 'Colchester',
  CT: 'Canterbury',
  CV: 'Coventry',
  CW: 'Crewe',
  DA: 'Dartford',
  DD: 'Dundee',
  DE: 'Derby',
  DG: 'Dumfries',
  DH: 'Durham',
  DL: 'Darlington',
  DN: 'Doncaster',
  DT: 'Dorchester',
  DY: 'Dudley',
  EH: 'Edinburgh',
  EX: 'Exeter',
  FK: 'Falkirk',
  FY: 'Blackpool',
  G: 'Glasgow',
  GL: 'Gloucester',
  GU: 'Guildford',
  HD: 'Huddersfield',
  HG: 'Harrogate',
  HP: 'Hemel Hempstead',
  HR: 'Hereford',
  HS: 'Stornoway',
  HU: 'Hull',
  HX: 'Halifax',
  IP: 'Ipswich',
  IV: 'Inverness',
  KA: 'Kilmarnock',
  KW: 'Kirkwall',
  KY: 'Kirkcaldy',
  L: 'Liverpool',
  LA: 'Lancaster',
  LD: 'Llandrindod Wells',
  LE: 'Leicester',
  LL: 'Llandudno',
  LN: 'Lincoln',
  LS: 'Leeds',
  LU: 'Luton',
  M: 'Manchester',
  ME: 'Rochester',
  MK: 'Milton Keynes',
  ML: 'Motherwell',
  NE: 'Newcastle upon Tyne',
  NG: 'Nottingham',
  NN: 'Northampton',
  NP: 'Newport, Wales',
  NR: 'Norwich',
  OL: 'Oldham',
  OX: 'Oxford',
  PA: 'Paisley',
  PE: 'Peterborough',
  PH: 'Perth',
  PL: 'Plymouth',
  PO: 'Portsmouth',
  PR: 'Preston',
  RG: 'Reading',
  RH: 'Redhill',
  S: 'Sheffield',
  SA: 'Swansea',
  SG: 'Stevenage',
  SK: 'Stockport',
  SL: 'Slough',
  SN: 'Swindon',
  SO: 'Southampton',
  SP: 'Salisbury',
  SR: 'Sunderland',
  SS: 'Southend-on-Sea',
  ST: 'Stoke-on-Trent',
  SY: 'Shrewsbury',
  TA: 'Taunton',
  TD: 'Galashiels',
  TF: 'Telford',
  TN: 'Tonbridge',
  TQ: 'Torquay',
  TR: 'Truro',
  TS: 'Middlesbrough',
  WA: 'Warrington',
  WD: 'Watford',
  WF: 'Wakefield',
  WN: 'Wigan',
  WR: 'Worcester',
  WS: 'Walsall',
  WV: 'Wolverhampton',
  YO: 'York',
  ZE: 'Lerwick',
}

const maxAreaMiles = 25

/** 'London SE1' */
export function districtLabel({ code, postTown }: District): string {
  return `${postTown} ${code}`
}

/** The bundled district of a full postcode, or the districts that begin with a partial one. The exact one is first. */
export function findDistricts(typed: string, limit = 8): readonly District[] {
  const code = postcodeDistrict(typed)
  if (code === null) return []
  // A letter at the end divides a district: EC1A is part of EC1.
  const exact = districts.filter((district) => [code, code.replace(/[A-Z]$/, '')].includes(district.code))
  if (readPostcode(typed) !== null) return exact
  const others = districts.filter((district) => district.code.startsWith(code) && district.code !== code)
  return [...exact, ...others].slice(0, limit)
}

/** The main town of a postcode's area outside Greater London. */
export function mainTownOf(typed: string): Town | undefined {
  if (readPostcode(typed) === null && !isPartOfPostcode(typed)) return undefined
  const [area = ''] = /^[A-Z]+/.exec(postcodeDistrict(typed) ?? '') ?? []
  return findTowns(areaTowns[area] ?? '', 1)[0]
}

/** The largest towns near the main town of a postcode's area. None for text that is not a postcode. */
export function townsOfArea(typed: string, limit = 8): readonly Town[] {
  const main = mainTownOf(typed)
  if (!main) return []
  const near = towns.filter((town) => town !== main && milesBetween(main, town) <= maxAreaMiles)
  return [main, ...near].slice(0, limit)
}
