/**
 * `npm run emails`: writes the account emails to supabase/templates, in the layout of the emails about orders. Supabase fills in the
 * variables in braces. config.toml names the files and the subjects.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { accountEmails } from './account-emails.ts'

const folder = fileURLToPath(new URL('../supabase/templates/', import.meta.url))
mkdirSync(folder, { recursive: true })
for (const [name, html] of Object.entries(accountEmails)) writeFileSync(`${folder}${name}.html`, html)
