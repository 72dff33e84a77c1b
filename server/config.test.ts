import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('the environment', () => {
  it('needs nothing: the defaults serve a sample market to this machine alone', () => {
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

  it('takes a blank value for none', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', JWT_SECRET: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
    })
  })

  it.each([
    ['a host that others reach', { HOST: '0.0.0.0' }],
    ['a public address', { PUBLIC_URL: 'https://tuckbox.example' }],
    ['a database of its own', { DATABASE_URL: 'postgres://u@db.example/tuckbox' }],
    ['a Supabase elsewhere', { SUPABASE_URL: 'https://x.example', SUPABASE_ANON_KEY: 'key' }],
  ])('puts no sample accounts, whose password everyone knows, behind %s', (_name, variables) => {
    expect(readConfig(variables).sampleData).toBe(false)
  })

  it('tells every fault at once', () => {
    const fault = () => readConfig({ PORT: '70000', LOG_LEVEL: 'loud' })
    expect(fault).toThrow(ConfigError)
    expect(fault).toThrow(/PORT must be a number from 0 to 65535\.\nLOG_LEVEL must be one of|PORT.*\nLOG_LEVEL must be/)
  })

  it('keeps the rate limits on wherever others can come', () => {
    expect(() => readConfig({ RATE_LIMITS: 'off', PUBLIC_URL: 'https://tuckbox.example' })).toThrow(
      'RATE_LIMITS may be off',
    )
    expect(readConfig({ RATE_LIMITS: 'off', HOST: '::1' }).rateLimits).toBe(false)
  })
})
