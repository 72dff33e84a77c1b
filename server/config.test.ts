import { describe, expect, it } from 'vitest'
import { siteUrlOf } from './announce.ts'
import { ConfigError, readConfig, tilesOrigin } from './config.ts'

describe('The configuration', () => {
  it('needs no variables: the defaults serve a sample market to this machine only', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      supabaseDir: './supabase',
      sampleData: true,
      rateLimits: true,
      isPrivate: true,
      remote: undefined,
    })
  })

  it('treats a blank variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', JWT_SECRET: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
    })
  })

  it.each([
    ['a host that other machines reach', { HOST: '0.0.0.0' }],
    ['a public URL', { PUBLIC_URL: 'https://tuckbox.example' }],
    ['a PostgreSQL database', { DATABASE_URL: 'postgres://u@db.example/tuckbox' }],
    ['a hosted Supabase', { SUPABASE_URL: 'https://x.example', SUPABASE_ANON_KEY: 'key' }],
  ])('loads no sample accounts, whose password is public, with %s', (_name, variables) => {
    expect(readConfig(variables).sampleData).toBe(false)
  })

  it('uses test payments until both Stripe secrets are set', () => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    expect(readConfig({}).payments).toEqual({ feePercent: 0, stripe: undefined })
    expect(readConfig({ ...stripe, APPLICATION_FEE_PERCENT: '7.5' }).payments).toEqual({
      feePercent: 7.5,
      stripe: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiBase: undefined },
    })
    expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow('belong together')
    expect(() => readConfig({ STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toThrow('belong together')
    expect(() => readConfig({ ...stripe, STRIPE_API_BASE: 'https://stripe.example' })).toThrow(
      'only be on this machine',
    )
    expect(() => readConfig({ ...stripe, STRIPE_SECRET_KEY: 'pk_test_1' })).toThrow('STRIPE_SECRET_KEY must be')
    for (const wrong of ['-1', '51', '100', 'ten', '5%', '1.234'])
      expect(() => readConfig({ APPLICATION_FEE_PERCENT: wrong }), wrong).toThrow('APPLICATION_FEE_PERCENT must be')
  })

  it('accepts VAPID keys as a pair, and a stand-in for push services on this machine only', () => {
    const keys = { VAPID_PUBLIC_KEY: `B${'a'.repeat(86)}`, VAPID_PRIVATE_KEY: 'a'.repeat(43) }
    expect(readConfig({}).push).toEqual({ keys: undefined, apiBase: undefined })
    expect(readConfig(keys).push.keys).toEqual({
      publicKey: keys.VAPID_PUBLIC_KEY,
      privateKey: keys.VAPID_PRIVATE_KEY,
    })
    expect(() => readConfig({ VAPID_PUBLIC_KEY: keys.VAPID_PUBLIC_KEY })).toThrow('belong together')
    expect(() => readConfig({ ...keys, VAPID_PRIVATE_KEY: 'short' })).toThrow('VAPID_PRIVATE_KEY must be')
    expect(() => readConfig({ PUSH_API_BASE: 'https://push.example' })).toThrow('only be on this machine')
  })

  it('accepts a sign-in provider only if all its variables are set and its issuer uses https', () => {
    const google = { AUTH_GOOGLE_CLIENT_ID: 'g', AUTH_GOOGLE_CLIENT_SECRET: 's' }
    const oidc = { AUTH_OIDC_CLIENT_ID: 'o', AUTH_OIDC_CLIENT_SECRET: 's', AUTH_OIDC_ISSUER: 'https://id.example/' }
    expect(readConfig({}).providers).toEqual({})
    expect(readConfig({ ...google, ...oidc }).providers).toEqual({
      google: { clientId: 'g', secret: 's', url: '' },
      keycloak: { clientId: 'o', secret: 's', url: 'https://id.example' },
    })
    expect(() => readConfig({ AUTH_GITHUB_CLIENT_ID: 'x' })).toThrow('Not set: AUTH_GITHUB_CLIENT_SECRET.')
    expect(() => readConfig({ ...oidc, AUTH_OIDC_ISSUER: 'http://id.example' })).toThrow('must be an https URL')
  })

  it('requires PUBLIC_URL on a wildcard host that sends links, so that no link leads to localhost', () => {
    const smtp = { SMTP_URL: 'smtp://mail.example:587' }
    const github = { AUTH_GITHUB_CLIENT_ID: 'g', AUTH_GITHUB_CLIENT_SECRET: 's' }
    for (const host of ['0.0.0.0', '::'])
      for (const links of [smtp, github])
        expect(() => readConfig({ ...links, HOST: host })).toThrow('links would lead to localhost')
    const publicSite = { HOST: '0.0.0.0', PUBLIC_URL: 'https://tuckbox.example' }
    expect(siteUrlOf(readConfig({ ...smtp, ...github, ...publicSite }), 3000)).toBe('https://tuckbox.example')
    expect(siteUrlOf(readConfig({ ...smtp, HOST: '192.0.2.7' }), 3000)).toBe('http://192.0.2.7:3000')
    expect(siteUrlOf(readConfig(smtp), 3000)).toBe('http://localhost:3000')
    expect(siteUrlOf(readConfig({ HOST: '0.0.0.0' }), 3000)).toBe('http://localhost:3000')
  })

  it('lists all errors at once', () => {
    const read = () => readConfig({ PORT: '70000', LOG_LEVEL: 'loud' })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(/PORT must be a number from 0 to 65535\.\nLOG_LEVEL must be trace/)
  })

  it('lets an operator switch rate limits off only on a private server', () => {
    expect(() => readConfig({ RATE_LIMITS: 'off', PUBLIC_URL: 'https://tuckbox.example' })).toThrow(
      'RATE_LIMITS may be off',
    )
    expect(readConfig({ RATE_LIMITS: 'off', HOST: '::1' }).rateLimits).toBe(false)
  })

  it('stores objects in S3 if all its variables are set, at Amazon unless an endpoint is set', () => {
    const s3 = { S3_BUCKET: 'objects', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
    expect(readConfig({}).s3).toBeUndefined()
    expect(readConfig({ ...s3, S3_REGION: 'eu-west-2' }).s3?.endpoint).toBe('https://s3.eu-west-2.amazonaws.com')
    expect(readConfig({ ...s3, S3_ENDPOINT: 'http://minio:9000/' }).s3).toEqual({
      endpoint: 'http://minio:9000',
      region: 'us-east-1',
      bucket: 'objects',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    })
    expect(() => readConfig({ S3_BUCKET: 'objects' })).toThrow('Not set: S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY.')
    expect(() => readConfig({ S3_ENDPOINT: 'http://minio:9000' })).toThrow('S3_ENDPOINT needs S3_BUCKET')
    expect(() => readConfig({ ...s3, S3_BUCKET: '../x' })).toThrow('S3_BUCKET must be the name of a bucket')
  })

  it('allows several processes only with a database that they can share', () => {
    expect(readConfig({ WEB_CONCURRENCY: '4', DATABASE_URL: 'postgres://u@db.example/x' }).workers).toBe(4)
    expect(() => readConfig({ WEB_CONCURRENCY: '2' })).toThrow('WEB_CONCURRENCY above 1 needs a PostgreSQL server')
    for (const wrong of ['0', '65', '-1', 'two', '1.5'])
      expect(() => readConfig({ WEB_CONCURRENCY: wrong }), wrong).toThrow('WEB_CONCURRENCY must be')
  })

  it('uses the sender of emails as the support address unless SUPPORT_EMAIL is set', () => {
    expect(readConfig({ MAIL_FROM: 'Our Market <hello@market.example>' }).supportEmail).toBe('hello@market.example')
    expect(readConfig({ MAIL_FROM: 'hello@market.example' }).supportEmail).toBe('hello@market.example')
    expect(readConfig({ SUPPORT_EMAIL: 'help@market.example' }).supportEmail).toBe('help@market.example')
    expect(() => readConfig({ SUPPORT_EMAIL: 'help' })).toThrow('SUPPORT_EMAIL must be an email address')
  })

  describe('of the map', () => {
    const osm = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'

    it('has no tiles and no geocoder by default', () => {
      expect(readConfig({})).toMatchObject({ mapTiles: undefined, geocoderUrl: undefined })
    })

    it('attributes tiles of OpenStreetMap by itself, and other tiles as configured', () => {
      expect(readConfig({ MAP_TILES_URL: osm }).mapTiles).toEqual({
        url: osm,
        attribution: '© OpenStreetMap contributors',
      })
      const other = {
        MAP_TILES_URL: 'https://{s}.tile.example/{z}/{x}/{y}{r}.png?key=1',
        MAP_TILES_ATTRIBUTION: '© Us',
      }
      expect(readConfig(other).mapTiles?.attribution).toBe('© Us')
      expect(readConfig({ MAP_TILES_URL: other.MAP_TILES_URL }).mapTiles?.attribution).toBe('')
    })

    it.each([
      'tile.example/{z}/{x}/{y}.png',
      'https://tile.example/tiles.png',
      'ftp://tile.example/{z}/{x}/{y}',
      'https://tile.example/{z}/{x}/{y}.png?key={key}',
      "https://tile.example/{z}/{x}/{y}.png'; script-src *",
      'https://{z}{x}{y} .example',
      'javascript:alert({z}{x}{y})',
    ])('refuses the tile URL %s', (MAP_TILES_URL) => {
      expect(() => readConfig({ MAP_TILES_URL })).toThrow(/^MAP_TILES_URL must /)
    })

    it('refuses an attribution without tiles, and a geocoder that is not a URL', () => {
      expect(() => readConfig({ MAP_TILES_ATTRIBUTION: '© Us' })).toThrow('MAP_TILES_ATTRIBUTION')
      expect(() => readConfig({ GEOCODER_URL: 'api.postcodes.io' })).toThrow(
        'GEOCODER_URL must be an http or https URL.',
      )
      expect(readConfig({ GEOCODER_URL: 'https://api.postcodes.io/' }).geocoderUrl).toBe('https://api.postcodes.io')
    })

    it('names the origin of the tiles for the content security policy', () => {
      expect(tilesOrigin(osm)).toBe('https://tile.openstreetmap.org')
      expect(tilesOrigin('http://localhost:8080/{z}/{x}/{y}')).toBe('http://localhost:8080')
      expect(tilesOrigin('https://{s}.tile.example/{z}/{x}/{y}')).toBe('https://*.tile.example')
    })
  })
})
