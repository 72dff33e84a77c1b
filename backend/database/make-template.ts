/**
 * A child process that creates a template for tests, with the migrations of a given folder if there is one. It is a PGlite folder, or
 * a database on the PostgreSQL server of a given URL.
 */
import { makeTemplateDatabase } from './template-database.ts'
import { makeTemplateFolder } from './template-folder.ts'

const [migrations, server] = process.argv.slice(2)
await (server === undefined ? makeTemplateFolder(migrations) : makeTemplateDatabase(server, migrations))
