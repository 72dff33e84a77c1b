/** A child process that creates a template folder for tests, with the migrations of a given folder if there is one. */
import { makeTemplateFolder } from './template-folder.ts'

await makeTemplateFolder(process.argv[2])
